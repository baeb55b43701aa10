import { describe, expect, test } from '@jest/globals';
import { kualaLumpurToday, plainDay, processingDate } from '../../src/shared/dates.js';
import { dayToSay, deadlineOf, type StandingFacts, standing } from '../../src/shared/standing.js';

const day = 86_400_000;
const plus = (date: string, days: number) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

describe('the words of a deadline', () => {
  const order = { card_due: true, doa: '2026-11-28', processing_date: '2026-11-20' };
  test.each([
    ['2026-11-01T00:00:00Z', 'Due Fri 27 Nov', 'violet', 'Submit by 27 November'],
    ['2026-11-24T16:00:00Z', 'Due Fri 27 Nov', 'blue', 'Submit by 27 November'],
    ['2026-11-25T16:00:00Z', 'Due tomorrow', 'yellow', 'Submit by 27 November'],
    ['2026-11-27T00:30:00Z', 'Due today, in 15 h', 'orange', 'Submit by 27 November'],
    ['2026-11-27T15:25:00Z', 'Due today, in 35 min', 'orange', 'Submit by 27 November'],
    ['2026-11-28T00:00:00Z', '8 h late', 'rose', 'Arrives 28 November'],
    ['2026-12-01T00:00:00Z', '3 d late', 'rose', 'Arrived 28 November'],
    ['2028-06-13T00:00:00Z', '563 d late', 'rose', 'Arrived 28 November 2026'],
  ])('at %s they are %s, %s, and %s', (at, phrase, tone, says) => {
    const now = new Date(at);
    expect(deadlineOf(order, now)).toMatchObject({ phrase, tone });
    expect(dayToSay(order, true, now)).toBe(says);
    const safe = { ...order, card_due: false };
    expect(deadlineOf(safe, now)).toMatchObject({ phrase: 'Safe', tone: 'green' });
    expect(dayToSay(safe, true, now)).toMatch(/^Arrive[sd] 28 November/);
  });

  test('a day of another year is said with its year', () => {
    const now = new Date('2026-11-27T00:00:00Z');
    const far = { card_due: true, doa: '2027-05-12', processing_date: '2027-05-10' };
    expect(deadlineOf(far, now)).toMatchObject({ phrase: 'Due Tue 11 May 2027', brief: '11 May 2027' });
    expect(dayToSay(far, true, now)).toBe('Submit by 11 May 2027');
    expect(dayToSay(far, false, now)).toBe('Arrives 12 May 2027');
  });
});

/** Hours around midnights of Kuala Lumpur and the turn of the year, arrivals near and far, windows narrow and wide. */
function* grid(): Generator<[StandingFacts, Date]> {
  const starts = ['2026-11-27T15:59:59.999Z', '2026-12-31T16:00:00Z', '2027-03-01T03:30:00Z', '2028-02-28T22:00:00Z'];
  for (const at of starts.flatMap((start) => [0, 1, 7, 13, 23].map((h) => new Date(Date.parse(start) + h * 3_600_000))))
    for (const away of [-563, -40, -3, -2, -1, 0, 1, 2, 3, 4, 9, 40, 400])
      for (const window of [1, 2, 3, 10])
        for (const card_due of [true, false]) {
          const doa = plus(kualaLumpurToday(at), away);
          yield [{ card_due, doa, processing_date: processingDate(doa, window) }, at];
        }
}

test('phrase, colour and day never contradict the standing, nor each other', () => {
  const cases = [...grid()];
  expect(cases.length).toBeGreaterThan(2_000);
  for (const [order, now] of cases) {
    const { standing: name, phrase, brief, tone } = deadlineOf(order, now);
    const is = { order, now, phrase, tone };
    expect({ ...is, name }).toEqual({ ...is, name: standing(order, now) });
    const isLate = name === 'late';
    expect({ ...is, red: tone === 'rose', saysLate: phrase.endsWith(' late') }).toEqual({
      ...is,
      red: isLate,
      saysLate: isLate,
    });
    const isAtRisk = name === 'at risk';
    expect({ ...is, orange: tone === 'orange', today: phrase.startsWith('Due today, in ') }).toEqual({
      ...is,
      orange: isAtRisk,
      today: isAtRisk,
    });
    const shortened = phrase.replace('Due today, in', 'Today,').replace('Due tomorrow', 'Tomorrow').replace('Due ', '');
    expect({ ...is, brief: shortened.endsWith(brief) }).toEqual({ ...is, brief: true });
    if (name === 'today') expect({ ...is, phrase }).toEqual({ ...is, phrase: 'Due tomorrow' });
    if (name === 'safe') expect({ ...is, phrase, tone }).toEqual({ ...is, phrase: 'Safe', tone: 'green' });

    for (const toSubmit of [true, false]) {
      const says = dayToSay(order, toSubmit, now);
      expect(says).not.toMatch(/late|today|tomorrow/);
      const today = kualaLumpurToday(now);
      const submits = toSubmit && !isLate && name !== 'safe';
      const verb = submits ? 'Submit by' : order.doa < today ? 'Arrived' : 'Arrives';
      expect(says).toBe(`${verb} ${plainDay(submits ? plus(order.doa, -1) : order.doa, today)}`);
    }
  }
});
