import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import * as dates from '../../src/shared/dates.js';

describe('times', () => {
  const time = '2026-03-07T04:05:06.789Z';

  test('print as each place wants them, on a 24-hour clock', () => {
    expect(dates.formatListTime(time)).toBe('07-03-2026 04:05:06');
    expect(dates.formatEstHistory(time)).toBe('03-06-2026 23:05:06');
    expect(dates.usDate(time)).toBe('03-06-2026');
    expect(dates.usTime(time)).toBe('23:05:06');
    expect(dates.formatEstDownload(time)).toBe('06 / March / 2026 23:05:06');
    expect(dates.formatMoment(time)).toBe('7 Mar 2026, 04:05 UTC');
    expect(dates.formatMomentSeconds(time)).toBe('7 Mar 2026, 04:05:06 UTC');
    expect(dates.formatLocalClocks(time)).toBe('6 Mar, 23:05 EST · 12:05 Kuala Lumpur');
    expect(dates.formatShortDay(time)).toBe('7 Mar 2026');
    expect(dates.formatUtc(time)).toBe('7 Mar 2026, 04:05:06 UTC');
    expect(dates.formatUtcMinute(time)).toBe('7 Mar 2026, 04:05 UTC');
  });

  test('print the same from a Date', () => {
    expect(dates.formatListTime(new Date(time))).toBe('07-03-2026 04:05:06');
    expect(dates.formatMoment(new Date(time))).toBe('7 Mar 2026, 04:05 UTC');
  });

  test.each([
    ['summer', '2025-07-01T03:30:00Z', '06-30-2025 22:30:00'],
    ['before the clocks of New York go back', '2025-11-02T05:30:00Z', '11-02-2025 00:30:00'],
    ['after the clocks of New York go back', '2025-11-02T06:30:00Z', '11-02-2025 01:30:00'],
    ['the first hours of a year', '2026-01-01T04:59:59Z', '12-31-2025 23:59:59'],
    ['a leap day', '2028-03-01T00:00:00Z', '02-29-2028 19:00:00'],
  ])('EST is five hours behind UTC in %s', (_, utc, est) => {
    expect(dates.formatEstHistory(utc)).toBe(est);
  });

  test('until when a bank waits is said with the time, in UTC and for the staff; a pack has the day alone that nobody timed', () => {
    expect(dates.formatDue('2030-01-20T09:59:59.000Z')).toBe('20 Jan 2030, 09:59 UTC · 17:59 Kuala Lumpur');
    expect(dates.formatDue('2030-12-31T23:59:59Z')).toBe('31 Dec 2030, 23:59 UTC · 1 Jan 2031, 07:59 Kuala Lumpur');
    expect(dates.shortMoment('2030-01-20T09:59:59Z', '2030-12-31')).toBe('20 Jan, 09:59 UTC');
    expect(dates.shortMoment('2029-12-31T23:59:59Z', '2030-01-01')).toBe('31 Dec 2029, 23:59 UTC');
    expect(dates.dueParts('2030-01-20T09:59:59Z')).toEqual({ utc: '20 Jan 2030, 09:59 UTC', kualaLumpur: '17:59 KL' });
    expect(dates.dueParts('2030-12-31T23:59:59Z').kualaLumpur).toBe('1 Jan, 07:59 KL');
    expect(dates.formatDueMinute('2030-01-20T20:00:00Z')).toBe(
      '20 Jan 2030, 20:00 UTC (21 Jan 2030, 04:00 Kuala Lumpur)',
    );
    expect(dates.formatDue(null) + dates.formatDueMinute(null)).toBe('');
    expect(dates.formatReplyBy('2030-01-20T09:59:59.000Z')).toBe('20 Jan 2030');
    expect(dates.formatReplyBy('2030-01-20T09:59:00.000Z')).toBe('20 Jan 2030, 09:59 UTC');
  });

  test('midnight is 00:00:00', () => {
    expect(dates.formatListTime('2026-03-07T00:00:00Z')).toBe('07-03-2026 00:00:00');
    expect(dates.usTime('2026-03-07T05:00:00Z')).toBe('00:00:00');
  });

  test('an absent one prints as nothing, a wrong one throws', () => {
    for (const absent of [null, undefined, '']) {
      expect(dates.formatListTime(absent)).toBe('');
      expect(dates.formatEstHistory(absent)).toBe('');
      expect(dates.formatEstDownload(absent)).toBe('');
    }
    expect(() => dates.formatListTime('yesterday')).toThrow('Invalid time value');
  });
});

describe('calendar dates', () => {
  test('print as each place wants them', () => {
    expect(dates.formatDate('2026-03-07')).toBe('07-03-2026');
    expect(dates.formatLongDate('2026-03-07')).toBe('07 / March / 2026');
    expect(dates.plainDay('2026-03-04')).toBe('4 March');
    expect(dates.plainDay('2026-03-04', '2026-12-31')).toBe('4 March');
    expect(dates.plainDay('2027-03-04', '2026-12-31')).toBe('4 March 2027');
    expect(dates.monthName('2026-03')).toBe('Mar');
  });

  test('an absent one prints as nothing', () => {
    expect(dates.formatDate(null)).toBe('');
    expect(dates.formatLongDate(undefined)).toBe('');
    expect(dates.plainDay('')).toBe('');
  });

  test('are days that exist', () => {
    for (const day of ['2026-01-01', '2026-12-31', '2028-02-29', '2000-02-29', '1900-01-01', '9999-12-31']) {
      expect(dates.isCalendarDate(day)).toBe(true);
    }
    const missing = ['2026-02-30', '2026-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-04-31'];
    const misspelt = [
      '',
      '2026',
      '2026-1-1',
      '20260101',
      '01-01-2026',
      '2026-01-01T00:00:00Z',
      ' 2026-01-01',
      '2026-01-01\n',
    ];
    const far = ['0000-01-01', '0001-01-01', '1899-12-31', '-2026-01-01', '12026-01-01', '２０２６-01-01'];
    for (const none of [...missing, ...misspelt, ...far]) {
      expect([none, dates.isCalendarDate(none)]).toEqual([none, false]);
    }
  });

  test('print the same wherever the process runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dates-'));
    try {
      const script = join(folder, 'dates.mjs');
      const { code } = transformFileSync('src/shared/dates.ts', { jsc: { target: 'es2022' }, module: { type: 'es6' } });
      writeFileSync(script, code);
      const print = `
        import * as dates from ${JSON.stringify(pathToFileURL(script).href)};
        console.log(new Date('2026-03-08T00:00:00Z').getTimezoneOffset(), JSON.stringify([
          dates.formatDate('2026-03-08'), dates.formatLongDate('2026-03-08'), dates.plainDay('2026-03-08'), dates.monthName('2026-03'),
          dates.formatListTime('2026-03-08T00:00:00Z'), dates.formatLocalClocks('2026-03-08T07:30:00Z'), dates.isCalendarDate('2026-03-08'),
          dates.processingDate('2026-03-10'), dates.kualaLumpurToday(new Date('2026-03-07T16:00:00Z')),
        ]));`;
      const printedIn = (TZ: string) =>
        execFileSync(process.execPath, ['--input-type=module', '-e', print], {
          encoding: 'utf8',
          env: { ...process.env, TZ },
        });

      const [offsetOfUtc, ...printed] = printedIn('UTC').split(' ');
      for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kuala_Lumpur', 'America/St_Johns']) {
        const [offset, ...printedThere] = printedIn(zone).split(' ');
        expect(offset).not.toBe(offsetOfUtc);
        expect(printedThere).toEqual(printed);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the submission window', () => {
  test('opens two days before the arrival', () => {
    expect(dates.processingDate('2026-03-10')).toBe('2026-03-08');
    expect(dates.processingDate('2026-01-01')).toBe('2025-12-30');
    expect(dates.processingDate('2028-03-01')).toBe('2028-02-28');
  });

  test('is as long as configured', () => {
    expect(dates.processingDate('2026-03-10', 1)).toBe('2026-03-10');
    expect(dates.processingDate('2026-03-10', 7)).toBe('2026-03-04');
  });

  test('belongs to the month it opens in', () => {
    expect(dates.processMonth(dates.processingDate('2026-03-01'))).toBe('2026-02');
  });

  test('counts the days of Kuala Lumpur, which begin at 16:00 UTC', () => {
    expect(dates.kualaLumpurToday(new Date('2026-03-07T15:59:59Z'))).toBe('2026-03-07');
    expect(dates.kualaLumpurToday(new Date('2026-03-07T16:00:00Z'))).toBe('2026-03-08');
  });
});

describe('nextTwelveMonths', () => {
  test('are Jan to Dec, those gone by being of next year', () => {
    const months = dates.nextTwelveMonths(new Date('2026-03-07T00:00:00Z'));
    expect(months.map(dates.monthName).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
    expect(months.slice(0, 4)).toEqual(['2027-01', '2027-02', '2026-03', '2026-04']);
    expect(months.at(-1)).toBe('2026-12');
  });

  test('turn with the month of Kuala Lumpur', () => {
    expect(dates.nextTwelveMonths(new Date('2026-12-31T15:59:59Z'))[0]).toBe('2027-01');
    expect(dates.nextTwelveMonths(new Date('2026-12-31T15:59:59Z'))[11]).toBe('2026-12');
    expect(dates.nextTwelveMonths(new Date('2026-12-31T16:00:00Z'))[11]).toBe('2027-12');
  });
});

describe('ago', () => {
  const now = new Date('2026-03-07T12:00:00Z');

  test.each([
    ['2026-03-07T12:00:05Z', 'just now'],
    ['2026-03-07T11:59:01Z', 'just now'],
    ['2026-03-07T11:59:00Z', 'one minute ago'],
    ['2026-03-07T11:00:01Z', '59 minutes ago'],
    ['2026-03-07T11:00:00Z', 'one hour ago'],
    ['2026-03-07T09:00:00Z', 'three hours ago'],
    ['2026-03-06T12:00:01Z', '23 hours ago'],
    ['2026-03-06T12:00:00Z', 'one day ago'],
    ['2026-02-23T12:00:00Z', 'twelve days ago'],
    ['2026-02-22T12:00:00Z', '13 days ago'],
    ['2026-01-05T12:00:00Z', 'two months ago'],
    ['2025-03-07T12:00:00Z', 'one year ago'],
    ['2014-01-01T00:00:00Z', 'twelve years ago'],
  ])('%s was %s', (time, words) => {
    expect(dates.ago(time, now)).toBe(words);
    expect(dates.ago(new Date(time), now)).toBe(words);
  });
});
