/** The two providers by their wire names; the first is the default (spec §9). */
export const mailProviders = ['AWS', 'Sendgrid'] as const;
export type MailProvider = (typeof mailProviders)[number];
