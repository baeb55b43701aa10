/**
 * What was done to register an order with the authority, and what a pack may say of it. As pack-checker.ts, it shares no
 * code with what makes packs.
 */

/** A form that was sent: by the script, whose page accepted it, or as a member noted it. */
type Submission =
  | { by: 'script'; words: string; name: string; passport: string; more: boolean }
  | { by: 'member'; passport: string };

/** What was done, each list in its order. `isOld`: it came hours before any form was sent. */
export type Registered = {
  submissions: Submission[];
  /** Mails of the authority with a PIN; what nothing proves is anybody's. */
  mails: { isProven: boolean; isOld: boolean }[];
  shots: { sha256: string; isOld: boolean; isRemoved: boolean }[];
};

/** What holds by the ledger alone. */
function truthOf({ submissions, mails, shots }: Registered) {
  const last = submissions.at(-1);
  const isOfNow = ({ isOld }: { isOld: boolean }) => !last || !isOld;
  const mail = mails.findLast(({ isProven }) => isProven);
  return {
    last,
    accepted: last?.by === 'script' ? last : undefined,
    isAnswered: mail !== undefined && isOfNow(mail),
    shots: shots.filter((shot) => !shot.isRemoved && isOfNow(shot)),
    isAny: last !== undefined || mail !== undefined || shots.some(({ isRemoved }) => !isRemoved),
  };
}

/** Whether the ledger proves the reason on page one. */
export function isRegistered(reason: string, registered: Registered): boolean {
  const { accepted, isAnswered } = truthOf(registered);
  return (
    (accepted !== undefined || isAnswered) &&
    reason.includes('The authority’s page accepted') === (accepted !== undefined) &&
    reason.includes('email with the PIN of the registration came on') === isAnswered
  );
}

/** Every sentence about the registration that the ledger does not prove, and what is missing. */
export function registrationFaults(text: string, registered: Registered): string[] {
  const faults: string[] = [];
  const expect = (says: boolean, holds: boolean, fault: string) => void (says === holds || faults.push(fault));
  const { last, accepted, isAnswered, shots, isAny } = truthOf(registered);
  const has = (words: string) => text.includes(words);

  expect(has('Registration with the authority'), isAny, 'the exhibit of the registration');
  expect(has('Accepted by the authority’s page on'), accepted !== undefined, 'that the page accepted the form');
  expect(has('Noted by our staff as sent on'), last?.by === 'member', 'that a member noted the form as sent');
  expect(/\bregistered \d/.test(text), accepted !== undefined, 'registered, in the timeline');
  expect(has('SUCCESSFULLY REGISTERED'), accepted !== undefined, 'words of the page');
  expect(accepted === undefined || has(`Words of that page ${accepted.words} `), true, 'the words of the last page');
  expect(has('what was declared to the authority'), last !== undefined, 'the letter: what was declared');
  expect(
    /what (?:it|the authority) answered/.test(text),
    accepted !== undefined || isAnswered,
    'the letter: an answer',
  );
  expect(has('with a valid signature (DKIM) of its domain'), isAnswered, 'the signature of the authority’s mail');
  expect(/email with the PIN came on \d/.test(text), isAnswered, 'when the authority’s mail came');
  if (last) expect(has(`Declared: Passport No. ending ${last.passport.slice(-4)}`), true, 'the declared passport');
  if (accepted) {
    const more = accepted.more ? '1, not printed here' : 'none';
    expect(has(`Declared: Name ${accepted.name} `), true, 'the declared name');
    expect(has('Declared: Date of Arrival 1 Mar 2026'), true, 'the declared arrival');
    expect(has(`Further values declared ${more}`), true, 'how many more values were declared');
  }
  const printed = text.split('as our staff noted it').length - 1;
  expect(printed === shots.length, true, `${printed} screenshots of ${shots.length}`);
  expect(has('the authority did not send it to us'), shots.length > 0, 'whose word a screenshot is');
  // a printed line may end within a hash
  const joined = text.replaceAll(' ', '');
  for (const { sha256 } of registered.shots)
    expect(
      joined.includes(sha256),
      shots.some((shot) => shot.sha256 === sha256),
      `the screenshot ${sha256}`,
    );
  return faults;
}
