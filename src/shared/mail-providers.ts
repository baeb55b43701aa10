/** The two providers by their wire names; the first is the default (docs/mail.md#mail). */
export const mailProviders = ['AWS', 'Sendgrid'] as const;
export type MailProvider = (typeof mailProviders)[number];
