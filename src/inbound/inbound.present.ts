import type { InboundFile } from '../database/inbound-file.entity.js';
import type { InboundMail } from '../database/inbound-mail.entity.js';
import type { AskedQuestion } from '../mail/mail.service.js';
import type { ThreadEntry, ThreadFile } from '../shared/inbound.js';
import { inboundBytes } from '../shared/limits.js';
import { hiddenSign } from './pin-reader.js';

/** A received mail, with its wire names. */
export function toEntry(mail: InboundMail, files: ThreadFile[]): ThreadEntry {
  return {
    id: `in-${mail.id}`,
    direction: 'in',
    mail_id: mail.id,
    create_ts: mail.createTs.toISOString(),
    who: mail.sender,
    subject: mail.subject,
    text: mail.text,
    text_cut: mail.erasedAt === null && mail.textCut,
    kind: mail.kind,
    state: null,
    note: mail.note,
    not_kept: mail.notKept,
    unread: mail.waits,
    seen_by: mail.seenBy,
    verdicts: verdictsOf(mail),
    printed: mail.kind === 'customer' && mail.note === null && mail.dkim === 'pass',
    has_html: mail.hasHtml && mail.kind !== 'authority' && mail.kind !== 'look',
    has_raw: mail.erasedAt === null && mail.virus !== 'fail' && mail.size <= inboundBytes,
    pin: mail.pin && `${hiddenSign}${mail.pin.slice(-2)}`,
    files,
  };
}

/** A question that was mailed to the customer. */
export function toAsked({ id, recipient, subject, question, state, sentBy, createTs }: AskedQuestion): ThreadEntry {
  return {
    id: `out-${id}`,
    direction: 'out',
    mail_id: id,
    create_ts: createTs.toISOString(),
    who: `${sentBy} to ${recipient}`,
    subject,
    text: question ?? '',
    text_cut: false,
    kind: null,
    state,
    note: null,
    not_kept: null,
    unread: false,
    seen_by: null,
    verdicts: null,
    printed: false,
    has_html: false,
    has_raw: false,
    pin: null,
    files: [],
  };
}

export function toFile({ isSent, ...file }: InboundFile & { isSent: boolean }): ThreadFile {
  return {
    id: file.id,
    kind: file.kind,
    name: file.name,
    content_type: file.contentType,
    size: file.size,
    verdict: file.verdict,
    verdict_note: file.verdictNote,
    sent: isSent,
    erased_at: file.erasedAt?.toISOString() ?? null,
  };
}

function verdictsOf({ dkim, spf, dmarc, virus }: InboundMail): string | null {
  const named = { DKIM: dkim, SPF: spf, DMARC: dmarc, 'virus scan': virus };
  const said = Object.entries(named).flatMap(([name, verdict]) => (verdict ? `${name} ${verdict}` : []));
  return said.length > 0 ? said.join(' · ') : null;
}
