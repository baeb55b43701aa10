import { describe, expect, test } from '@jest/globals';
import { mostLetters, plainText } from '../../src/inbound/plain-text.js';
import { cutQuotesFirst, piecesOf, wordsApart } from '../../src/shared/quotes.js';
import { growth, proportional } from '../support/growth.js';

const us = 'Arrival Card <100001@apply.arrival-card.example>';
const ours = 'Did the card arrive and is everything right?';
const marked = `> ${ours}\n> Yours, the team`;
const own = 'No, I never got it.';

/** The lines that introduce a quote, as mail programs write them, in the languages of our visitors. */
const intros: Record<string, string> = {
  English: `On 3 Dec 2026, at 10:00, ${us} wrote:`,
  'English, twelve hours': `On Thu, Dec 3, 2026 at 10:00 a.m. ${us} wrote:`,
  'wrapped before the address': `On Thu, Dec 3, 2026 at 10:00 AM Malaysia Digital Arrival Card\n<100001@apply.arrival-card.example> wrote:`,
  'wrapped twice': `On Thursday, 3 December\n2026 at 10:00, Malaysia Digital Arrival Card\n<100001@apply.arrival-card.example> wrote:`,
  'wrapped before the last word': `On Thu, Dec 3, 2026 at 10:00 AM ${us}\nwrote:`,
  'without a date': `${us} wrote:`,
  German: `Am 03.12.2026 um 10:00 schrieb ${us}:`,
  French: `Le jeu. 3 déc. 2026 à 10:00, ${us} a écrit :`,
  Spanish: `El jue, 3 dic 2026 a las 10:00, ${us} escribió:`,
  Portuguese: `Em qui., 3 de dez. de 2026 às 10:00, ${us} escreveu:`,
  Italian: `Il giorno gio 3 dic 2026 alle ore 10:00 ${us} ha scritto:`,
  Dutch: `Op do 3 dec 2026 om 10:00 schreef ${us}:`,
  Swedish: `Den tors 3 dec. 2026 kl 10:00 skrev ${us}:`,
  Finnish: `to 3. jouluk. 2026 klo 10.00 ${us} kirjoitti:`,
  Polish: `czw., 3 gru 2026 o 10:00 ${us} napisał(a):`,
  Czech: `čt 3. 12. 2026 v 10:00 odesílatel ${us} napsal:`,
  Russian: `чт, 3 дек. 2026 г. в 10:00, ${us}:`,
  'Russian of Outlook': `3 декабря 2026 г., 10:00 ${us} написал(а):`,
  Turkish: `${us}, 3 Ara 2026 Per, 10:00 tarihinde şunu yazdı:`,
  Arabic: `في الخميس، 3 ديسمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ${us}:`,
  Hebrew: `‫בתאריך יום ה׳, 3 בדצמ׳ 2026 ב-10:00 מאת ${us}:`,
  Japanese: `2026年12月3日(木) 10:00 ${us}:`,
  Chinese: `${us} 于2026年12月3日周四 10:00写道：`,
  Korean: `2026년 12월 3일 (목) 오전 10:00, ${us}님이 작성:`,
  Indonesian: `Pada Kam, 3 Des 2026 pukul 10.00 ${us} menulis:`,
  Vietnamese: `Vào Th 5, 3 thg 12, 2026 vào lúc 10:00 ${us} đã viết:`,
  Thai: `ในวันที่ พฤ. 3 ธ.ค. 2026 10:00 น. ${us} เขียนว่า:`,
  Hindi: `गुरु, 3 दिस॰ 2026 को 10:00 बजे ${us} ने लिखा:`,
  Greek: `Στις Πέμ 3 Δεκ 2026 στις 10:00 π.μ., ${us} έγραψε:`,
};

const heads: Record<string, string> = {
  English: `From: ${us}\nSent: Thursday, 3 December 2026 10:00\nTo: Ann Example <ann@example.com>\nSubject: A question`,
  'in bold letters': `*From:* ${us}\n*Date:* Thursday, 3 December 2026\n*To:* ann@example.com\n*Subject:* A question`,
  German: `Von: ${us}\nGesendet: Donnerstag, 3. Dezember 2026 10:00\nAn: Ann\nBetreff: Eine Frage`,
  French: `De : ${us}\nEnvoyé : jeudi 3 décembre 2026 10:00\nÀ : Ann\nObjet : A question`,
  Spanish: `De: ${us}\nEnviado: jueves, 3 de diciembre de 2026\nPara: Ann\nAsunto: A question`,
  Italian: `Da: ${us}\nInviato: giovedì 3 dicembre 2026\nA: Ann\nOggetto: A question`,
  Dutch: `Van: ${us}\nVerzonden: donderdag 3 december 2026\nAan: Ann\nOnderwerp: A question`,
  Russian: `От: ${us}\nОтправлено: 3 декабря 2026 г.\nКому: Ann\nТема: A question`,
  Chinese: `发件人: ${us}\n发送时间: 2026年12月3日 10:00\n收件人: Ann\n主题: A question`,
  Japanese: `差出人: ${us}\n送信日時: 2026年12月3日 10:00\n宛先: Ann\n件名: A question`,
  Korean: `보낸 사람: ${us}\n보낸 날짜: 2026년 12월 3일\n받는 사람: Ann\n제목: A question`,
  Arabic: `من: ${us}\nتم الإرسال: 3 ديسمبر 2026\nإلى: Ann\nالموضوع: A question`,
  Indonesian: `Dari: ${us}\nDikirim: 3 Desember 2026\nKepada: Ann\nPerihal: A question`,
};

describe('the customer’s words and the quote', () => {
  test.each(Object.entries(intros))('an introduction, %s, over lines with marks', (_name, intro) => {
    expect(wordsApart(`${own}\n\n${intro}\n\n${marked}\n`)).toEqual({ own, quoted: `${intro}\n\n${marked}` });
    expect(wordsApart(`${intro}\n${marked}\n\n${own}`)).toEqual({ own, quoted: `${intro}\n${marked}` });
  });

  test.each(Object.entries(heads))('a head of Outlook, %s, over a quote without marks', (_name, head) => {
    for (const stroke of ['________________________________\n', '-----Original Message-----\n', ''])
      expect(wordsApart(`It is wrong.\n\n${stroke}${head}\n\n${ours}\nIt was delivered.`)).toEqual({
        own: 'It is wrong.',
        quoted: `${stroke}${head}\n\n${ours}\nIt was delivered.`,
      });
  });

  test('an introduction over a quote without marks', () => {
    expect(wordsApart(`${own}\n\nOn Thursday, 3 December 2026 at 10:00:00 GMT+8, ${us} wrote:\n\n${ours}`).own).toBe(
      own,
    );
    expect(wordsApart(`${own}\n\n-----Ursprüngliche Nachricht-----\n${ours}`).own).toBe(own);
  });

  test('answers below and between stay, in their order', () => {
    const text = `${intros['English']}\n\n> Did it arrive?\n\nNo.\n\n> Is it right?\nNo, the name is wrong.\n\n> Yours\n\nAnn`;
    expect(wordsApart(text).own).toBe('No.\n\nNo, the name is wrong.\n\nAnn');
    expect(piecesOf(text).map(({ quoted }) => quoted)).toEqual([true, false, true, false, true, false]);
  });

  test.each([
    'Two questions:\nwhen does it come?\nwhere is it?',
    'From: Berlin\nTo: Kuala Lumpur\nDate: 3 Dec 2026\nPlease correct it.',
    'My address is:\nann@example.com\nI fly on 3 Dec 2026 at 10:00.',
    'I land at 10:00 on 3 Dec 2026:\nMH 123',
    'Your colleague wrote:\nall is well. It is not.',
    'It was 5 > 3 for me.\n-- \nAnn\n--- sent by my phone ---',
    'On 3 Dec 2026 I wrote to you. Nobody answered:\nwhy?',
  ])('what only looks like a quote is the customer’s: %j', (text) => {
    expect(piecesOf(text)).toEqual([{ quoted: false, text }]);
  });

  test('a cut takes the quote first, wherever it is', () => {
    const long = `${intros['English']}\n\n${'> a line of ours\n'.repeat(5000)}\n${own}`;
    const cut = cutQuotesFirst(long, 1000);
    expect(cut.length).toBeLessThanOrEqual(1000);
    expect(wordsApart(cut).own).toBe(own);
    expect(wordsApart(cut).quoted).toContain('a line of ours');
    expect(cutQuotesFirst('x'.repeat(2000), 1000).length).toBeGreaterThan(900);
    expect(cutQuotesFirst(own, 1000)).toBe(own);
  });

  test.each(['On ', 'wrote: ', 'a:\n', '> ', '\n', 'From: x\n', `${us} 10:00:\n`, '-', '----- x -----\n', 'a@'])(
    'a mail of the most letters that are read takes as much longer as it is longer: %j',
    (piece) => {
      const read = (letters: number) => piecesOf(piece.repeat(letters / piece.length));
      expect(growth(read, mostLetters)).toBeLessThan(proportional);
    },
  );
});

describe('the quote of an HTML mail', () => {
  const quote = `<blockquote class="gmail_quote"><p>${ours}</p><p>Yours</p></blockquote>`;
  test.each([
    [
      'Gmail',
      `<div dir="ltr">${own}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Thu, Dec 3, 2026 at 10:00 AM Arrival Card &lt;100001@apply.example&gt; wrote:<br></div>${quote}</div>`,
    ],
    [
      'Apple',
      `${own}<br><div><blockquote type="cite"><div>On 3 Dec 2026, at 10:00, us wrote:</div>${ours}</blockquote></div>`,
    ],
    [
      'Outlook',
      `<div>${own}</div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>Von:</b> us<br><b>Betreff:</b> x</div><div>${ours}</div>`,
    ],
    [
      'Thunderbird',
      `<div class="moz-cite-prefix">Am 3. schrieb uns:</div><blockquote type="cite">${ours}</blockquote>${own}`,
    ],
    [
      'Yahoo',
      `<div>${own}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Thursday, us wrote:</div><div>${ours}</div></div>`,
    ],
    ['a tag that is never closed', `<div>${own}</div><div><blockquote>${ours}</div>`],
  ])('of %s', (_name, html) => {
    const { own: words, quoted } = wordsApart(plainText(html));
    expect(words).toBe(own);
    expect(quoted).toContain(ours);
  });

  test('answers below and between stay; a paragraph that is only moved in is the customer’s', () => {
    const html = `${quote}<div>One.</div>${quote}<div>Two.</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Three.</div></blockquote>`;
    expect(wordsApart(plainText(html)).own).toBe('One.\n\nTwo.\nThree.');
  });
});
