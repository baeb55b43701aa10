/** The ids of the remarks and of the received mails that a pack does not print (docs/evidence.md#packs). */
export type LeftOut = { leftOut: number[]; leftOutMails: number[] };

export const nothingLeftOut: LeftOut = { leftOut: [], leftOutMails: [] };
