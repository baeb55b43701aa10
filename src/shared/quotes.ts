/** A piece of a mail's text: the sender's own words, or what the mail quotes of an earlier one. */
export type Piece = { quoted: boolean; text: string };

/** What begins a line of the head that Outlook and others put over the mail that is quoted, by language. */
const froms =
  'From|Von|De|De la|Da|Van|Från|Fra|Lähettäjä|Od|Odesílatel|Feladó|От|От кого|Отправитель|Від|Kimden|Gönderen|Από|' +
  'Expéditeur|Remitente|Mittente|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|من|מאת|Dari|Daripada|Từ|Người gửi|จาก|प्रेषक';
const subjects =
  'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Predmet|Tárgy|Subiect|Тема|Konu|' +
  'Θέμα|主题|主旨|主題|件名|제목|الموضوع|נושא|Perihal|Subjek|Subyek|Chủ đề|Tiêu đề|เรื่อง|विषय';
const fromLine = new RegExp(`^[\\s*]{0,8}(?:${froms})[\\s*]{0,3}[:：]`, 'iu');
const subjectLine = new RegExp(`^[\\s*]{0,8}(?:${subjects})[\\s*]{0,3}[:：]`, 'iu');
/** How many lines of a head are looked at for its subject. */
const headLines = 12;

/** "wrote", in the languages of our visitors. */
const wrote =
  /(?<!\p{L})(?:wrote|writes|schrieb|geschrieben|a écrit|ha scritto|scrisse|escribi[óo]|escreveu|schreef|geschreven|skrev|kirjoitti|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?|написал(?:\(а\)|а)?|писал(?:\(а\)|а)?|пишет|написав|пише|yazdı|έγραψε|írta|a scris|menulis|đã viết|viết)(?!\p{L})|写道|寫道|のメール|書きました|작성|เขียน|كتب|كتابة|כתב|ने लिखा/iu;
const address = /[^\s<>@]{1,64}@[^\s<>@]{1,255}/;
const addresses = new RegExp(address, 'g');
/** A year, or a time of day. */
const date = /(?<!\d)(?:19|20|25)\d\d(?!\d)|(?<!\d)\d{1,2}\s?[:.h時时시]\s?\d{2}(?!\d)/;
/** How many lines a client may have wrapped an introduction into, and how long one is at the most. */
const introLines = 4;
const introLength = 500;

/** The end of a sentence; `10:00 a.m.` is none. */
const endsSentence = /(?<![ap]\.?m)[.!?。！？]$/i;

const isMarked = (line: string) => /^\s{0,3}>/.test(line);
const isBlank = (line: string) => line.trim() === '';
/** A line of strokes, with or without words in it: `-----Original Message-----`. */
const isStroke = (line: string) => /^\s*[-_=]{3,}[^\n]{0,60}$/.test(line);
/** What is written over a mail that was forwarded or answered, where no head follows. */
const original =
  /^\s*-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine|Mensaje original|Mensagem original|Messaggio originale|Oorspronkelijk bericht|Originalmeddelande|Oryginalna wiadomość|Исходное сообщение|原始邮件|原始郵件|元のメッセージ|원본 메시지)\s?-{2,}\s*$/iu;

/**
 * A mail's text in its pieces, in their order: the sender's own words, and what is quoted, with the line that introduces it
 * (docs/mail.md#the-application-mailbox). Lines marked `>` are quoted; what lies below and between them is the sender's. Where
 * the quote has no marks, all that follows its introduction or head is quoted. The time grows with the length alone.
 */
export function piecesOf(text: string): Piece[] {
  const lines = text.split(/\r?\n/);
  const isQuoted = lines.map(isMarked);
  const below = filledBelow(lines);
  for (let at = 0; at < lines.length; at++) {
    if (isQuoted[at]) continue;
    const next = lines[below[at]!];
    const begin = beginOfIntro(lines, isQuoted, at, next !== undefined && isMarked(next));
    if (begin !== undefined) isQuoted.fill(true, begin, at + 1);
    const isRest =
      begin === undefined ? isHead(lines, at) || original.test(lines[at]!) : next !== undefined && !isMarked(next);
    if (!isRest) continue;
    const above = at > 0 && isStroke(lines[at - 1]!) ? at - 1 : at;
    isQuoted.fill(true, above);
    break;
  }
  return grouped(lines, isQuoted);
}

/** The sender's own words, and apart from them what the mail quotes. */
export function wordsApart(text: string): { own: string; quoted: string } {
  const pieces = piecesOf(text);
  const joined = (isQuoted: boolean) =>
    pieces
      .filter(({ quoted }) => quoted === isQuoted)
      .map((piece) => piece.text)
      .join('\n\n');
  return { own: joined(false), quoted: joined(true) };
}

/** A mail's text, cut to `most` letters, of what it quotes first. What is left is read in the same pieces. */
export function cutQuotesFirst(text: string, most: number): string {
  if (text.length <= most) return text;
  const pieces = piecesOf(text);
  // the blank lines between pieces count too
  const all = Math.max(0, most - 2 * pieces.length);
  const room = { own: all, quoted: Math.max(0, all - wordsApart(text).own.length) };
  const kept = pieces.map((piece) => {
    const of = piece.quoted ? 'quoted' : 'own';
    const left = piece.text.slice(0, room[of]);
    room[of] -= left.length;
    return left;
  });
  return kept.filter(Boolean).join('\n\n').slice(0, most);
}

/** For each line the next one below it that is not blank; the number of lines where there is none. */
function filledBelow(lines: string[]): number[] {
  let next = lines.length;
  return lines
    .map((_line, index) => lines.length - 1 - index)
    .map((at) => {
      const below = next;
      if (!isBlank(lines[at]!)) next = at;
      return below;
    })
    .toReversed();
}

/**
 * Where the introduction begins that ends with this line; undefined when none does. It ends with a colon, names an address or
 * a date, and says "wrote" in one of the languages or is right over a quote.
 */
function beginOfIntro(lines: string[], isQuoted: boolean[], end: number, isOverQuote: boolean): number | undefined {
  if (!/[:：]\s{0,3}$/.test(lines[end]!.slice(-5))) return undefined;
  let found: number | undefined;
  let said = '';
  for (let at = end; at >= 0 && end - at < introLines && !isQuoted[at] && !isBlank(lines[at]!); at--) {
    const above = lines[at]!.trim();
    // a sentence ends above the introduction
    if (at < end && endsSentence.test(above.slice(-5))) break;
    said = `${above} ${said}`;
    if (said.length > introLength) break;
    if (found !== undefined && !/\d/.test(above)) break;
    if (isIntro(said, isOverQuote)) found = at;
  }
  return found;
}

function isIntro(text: string, isOverQuote: boolean): boolean {
  if (!/[\d@]/.test(text)) return false;
  const hasAddress = address.test(text);
  const hasDate = date.test(text.replace(addresses, ' '));
  if (wrote.test(text)) return isOverQuote ? hasDate || hasAddress : hasAddress || /\d[:.h]\d\d/.test(text);
  return isOverQuote && hasAddress && hasDate;
}

/** Whether the head of a quoted mail begins here: its sender, and its subject soon after. */
function isHead(lines: string[], at: number): boolean {
  if (!fromLine.test(lines[at]!)) return false;
  for (let next = at + 1, filled = 0; next < lines.length && filled < headLines && next < at + 2 * headLines; next++) {
    if (isBlank(lines[next]!)) continue;
    filled++;
    if (subjectLine.test(lines[next]!)) return true;
  }
  return false;
}

/** Lines of one kind together; a blank line belongs to the piece before it. */
function grouped(lines: string[], isQuoted: boolean[]): Piece[] {
  const groups: { quoted: boolean; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = groups.at(-1);
    const quoted = isBlank(line) && last ? last.quoted : isQuoted[at]!;
    if (last?.quoted === quoted) last.lines.push(line);
    else groups.push({ quoted, lines: [line] });
  }
  return groups
    .map(({ quoted, lines: own }) => ({ quoted, text: own.join('\n').replace(/^\n+/, '').trimEnd() }))
    .filter(({ text }) => text.trim() !== '');
}
