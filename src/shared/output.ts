import { z } from 'zod';

/** Building blocks of answer schemas (docs/http-api.md#the-api). */

/** A time, ISO 8601 in UTC with `Z`. */
export const utcMoment = z.iso.datetime().meta({ id: 'Moment', description: 'ISO 8601 in UTC, with `Z`.' });

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDay = z.iso.date().meta({ id: 'Day', description: '`YYYY-MM-DD`.' });

/** An empty object: the message says it all. */
export const nothing = z.object({});

/** A count or a number that names something, such as an id. */
export const wholeNumber = z.int().nonnegative();

/** An encoded order or gateway id, as in links and payloads. */
export const encodedId = z.string();

/** SHA-256 of a file, hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
