import { z } from 'zod';

/** The pieces that answers are made of (api: Common to every call). */

/** A moment, ISO 8601 in UTC with `Z`. */
export const utcMoment = z.iso.datetime().meta({ id: 'Moment', description: 'ISO 8601 in UTC, with `Z`.' });

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDay = z.iso.date().meta({ id: 'Day', description: '`YYYY-MM-DD`.' });

/** Nothing beside the message. */
export const nothing = z.object({});

/** How many of something, or which. */
export const wholeNumber = z.int().nonnegative();

/** The spelling of an order or gateway id that links and payloads carry. */
export const encodedId = z.string();

/** SHA-256 of a file, hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
