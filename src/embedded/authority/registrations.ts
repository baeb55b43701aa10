import { randomInt, randomUUID } from 'node:crypto';

/** What was typed into a form, by the names of its controls. */
export type Values = Record<string, string>;

/** A trip that was registered: its id in the page's forms, and what was typed. */
export type Trip = { id: string; values: Values };

type Registration = Trip & { pin: string };

/** How many registrations are kept; older ones go. */
const capacity = 200;
const pinLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789';

/** The registrations of this process, the newest last. */
export class Registrations {
  private readonly kept: Registration[] = [];

  /** Keeps what was typed; gives it an id and a PIN of 8 letters and digits, in any mix. */
  add(values: Values): Registration {
    const pin = Array.from({ length: 8 }, () => pinLetters[randomInt(pinLetters.length)]).join('');
    const registration = { id: randomUUID(), values, pin };
    this.kept.push(registration);
    this.kept.splice(0, this.kept.length - capacity);
    return registration;
  }

  byId(id: string): Registration | undefined {
    return this.kept.find((one) => one.id === id);
  }

  /** Those of a traveller, the newest first. */
  of(passNo: string, nationality: string): Registration[] {
    return this.kept
      .filter(({ values }) => values.passNo === passNo.trim().toUpperCase() && values.nationality === nationality)
      .reverse();
  }

  /** The trip of an id that a list gave, also of an earlier trip (`earlierTrip`). */
  trip(id: string): Trip | undefined {
    const [own = '', isEarlier] = id.split('/');
    const registration = this.byId(own);
    return registration && isEarlier ? earlierTrip(registration) : registration;
  }
}

/** A trip of the year before: the authority's list has earlier ones, too. */
export function earlierTrip({ id, values }: Trip): Trip {
  const before = (day = '') => day.replace(/\d{4}$/, (year) => String(Number(year) - 1));
  return { id: `${id}/earlier`, values: { ...values, arrDt: before(values.arrDt), depDt: before(values.depDt) } };
}
