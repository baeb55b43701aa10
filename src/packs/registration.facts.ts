import { daysFrom, formatShortDay } from '../shared/dates.js';
import { type FormId, formControls } from '../shared/form/controls.js';
import type { Outage, PackFacts, RegistrationCheck } from '../shared/pack-facts.js';
import { isErased } from '../shared/retention.js';
import { lastFour } from '../shared/separate.js';
import type { Evidence } from './evidence.queries.js';
import { iso } from './facts-of-rows.js';

/** What a bank needs of the form: who travels, and when. */
const printed: readonly FormId[] = ['name', 'passNo', 'nationality', 'arrDt', 'depDt'];

const minute = 60_000;
/** Milliseconds within which an accepted form and the values that were kept with it were noted. */
const together = 2 * minute;
/** Days that a visitor may stay at most, where no departure is on record. */
const longestStay = 90;
/** Milliseconds for which a member may note that the form was sent after the authority has answered. */
const late = 60 * minute;

/** A day of the form, `DD/MM/YYYY`, which some read as a month first, as `1 Mar 2026`; any other text as it is. */
function unambiguous(value: string): string {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) ?? [];
  return day ? formatShortDay(`${year}-${month}-${day}`) : value;
}

/**
 * The registration with the authority (docs/evidence.md#packs); nothing where nothing is on record of it.
 * @param added the pictures of its page that members added, the oldest first
 */
export function registrationFacts(
  { order: { submitted, doa, dod }, accepted, authorityMail, entered, outages }: Evidence,
  added: RegistrationCheck[],
): Pick<PackFacts, 'registration'> {
  // an entry on other days is one of another trip
  const isOfTrip = entered && entered.day >= daysFrom(doa, -1) && entered.day <= (dod ?? daysFrom(doa, longestStay));
  const isNone = !submitted && !authorityMail && added.length === 0 && !isOfTrip && outages.length === 0;
  if (isNone) return {};
  const sent = submitted ? new Date(submitted.at) : null;
  const given = submitted?.fields.filter(({ value }) => value !== '' && !isErased(value)) ?? [];
  const declared = printed.flatMap((id) => given.filter((field) => field.id === id));
  // after an amendment, a card that came in stands for another submission
  const isOfThis = accepted && sent && Math.abs(accepted.at.getTime() - sent.getTime()) < together;
  // what came before is about an earlier submission
  const since = sent ? sent.getTime() - (isOfThis ? together : late) : -Infinity;
  const isAnswer = authorityMail && authorityMail.at.getTime() >= since;
  const checks = added.filter(({ at }) => Date.parse(at) >= since);
  return {
    registration: {
      submitted_at: iso(sent),
      declared: declared.map(({ id, value }) => ({
        label: formControls[id].label,
        value: id === 'passNo' ? `ending ${lastFour(value)}` : unambiguous(value),
      })),
      not_printed: given.length - declared.length,
      accepted: isOfThis ? { at: iso(accepted.at), words: accepted.words } : null,
      mail: isAnswer
        ? {
            at: iso(authorityMail.at),
            sender: authorityMail.sender,
            proven: authorityMail.isSigned ? 'signature' : 'provider',
          }
        : null,
      // absent where there is none, so that packs stored before this field existed keep their hash
      ...(checks.length > 0 && { checks }),
      ...(outages.length > 0 && { outages: outages.map(outageFacts) }),
      ...(isOfTrip && { entered: { day: entered.day, read_at: iso(entered.at) } }),
    },
  };
}

function outageFacts({ since, until, tries, members }: Evidence['outages'][number]): Outage {
  return { from: iso(since), to: iso(until), tries, members };
}
