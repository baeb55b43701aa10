import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { DocumentsService } from '../documents/documents.service.js';
import { ThreadService } from '../inbound/thread.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { UndoService } from '../orders/undo.service.js';
import { Refused } from '../platform/reply.js';
import { RemarksService } from '../remarks/remarks.service.js';
import type { Macro } from '../shared/answers/macros.js';
import { macrosLimit } from '../shared/limits.js';
import { inWords, isAsSeen, type MacroFlag, macroFlags } from '../shared/macro-rules.js';
import type { ApplyMacro, SaveMacro } from '../shared/macros.js';
import type { MacroMailKind } from '../shared/mail-kinds.js';
import type { MailProvider } from '../shared/mail-providers.js';
import type { UndoOffer } from '../shared/orders.js';
import { can } from '../shared/permissions.js';
import { MacrosQueries, type MacroRow } from './macros.queries.js';

/** What members do again and again: a remark, a move and a mail, under a name (docs/orders.md#macros). */
@Injectable()
export class MacrosService {
  constructor(
    private readonly queries: MacrosQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly undos: UndoService,
    private readonly remarks: RemarksService,
    private readonly thread: ThreadService,
    private readonly documents: DocumentsService,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /** Everybody's macros, then the member's own. */
  async of(staff: Staff): Promise<Macro[]> {
    return (await this.queries.of(staff.id, macrosLimit)).map((row) => toMacro(staff, row));
  }

  /** @throws Refused 403 for everybody's without the permission; 409 for a name that is used, and for too many. */
  async add(staff: Staff, input: SaveMacro): Promise<Macro> {
    const macro = this.wanted(staff, input);
    const id = await this.transactions.run(async (manager) => {
      await this.queries.awaitTurn(manager);
      const added = await this.queries.add(macro, macrosLimit, manager);
      if (added === undefined) throw new Refused(noRoom, 409);
      await this.activity.note(staff, savedNote(macro), manager);
      return added;
    });
    return toMacro(staff, { id, ...macro });
  }

  /** @throws Refused 404; 403 for everybody's without the permission; 409 for a used name, and for too many. */
  async change(staff: Staff, id: number, input: SaveMacro): Promise<Macro> {
    await this.changeable(staff, id);
    const row = { id, ...this.wanted(staff, input) };
    await this.transactions.run(async (manager) => {
      await this.queries.awaitTurn(manager);
      if (!(await this.queries.change(row, macrosLimit, manager))) throw new Refused(noRoom, 409);
      await this.activity.note(staff, savedNote(row), manager);
    });
    return toMacro(staff, row);
  }

  /** @throws Refused 404; 403 for everybody's without the permission. */
  async remove(staff: Staff, id: number): Promise<void> {
    const { name, memberId } = await this.changeable(staff, id);
    await this.transactions.run(async (manager) => {
      await this.queries.remove(id, manager);
      const what = { orderId: null, action: 'macro.deleted', from: name, note: whose(memberId) } as const;
      await this.activity.note(staff, what, manager);
    });
  }

  /**
   * Does all of a macro in one transaction. One undo takes it back; the mail leaves after that.
   * @param version the order's, as the member saw it; it counts where the macro changes the order
   * @param question the text to mail in place of the macro's own question
   * @returns what was done, the undo offer and the order's version
   * @throws Refused 404 no such macro or order; 409 the macro was changed since the member saw it; 422 a text for a macro
   *   that mails no question; else as the move, and as the mail by its own button, are refused.
   */
  async apply(
    staff: Staff,
    { orderId, macroId, version, seen, seenMail, seenMessage, question, mailServiceProvider: provider }: ApplyMacro,
  ): Promise<Applied> {
    const stored = await this.visible(staff, macroId);
    if (question && stored.mail !== 'question') throw new Refused('This macro mails no question.', 422);
    const macro = { ...stored, question: question ?? stored.question };
    if (seen && !isAsSeen(stored, seen))
      throw new Refused('The macro was changed meanwhile. Please look at it again.', 409);
    if (macro.mail && !can(staff.type, 'mail.send')) throw Refused.notAllowed();
    return this.holding.locked(orderId, async (order, manager) => {
      const change = () => this.doAll(staff, macro, { order, version, seenMail, seenMessage, provider }, manager);
      const undo = await this.undos.offered(staff, order, change, manager);
      return { says: `${macro.name}: ${inWords(macro, 'after')}`, undo, version: order.version };
    });
  }

  private async doAll(staff: Staff, macro: MacroRow, on: On, manager: EntityManager) {
    const { order, version } = on;
    if (macro.move) await this.orders.moveLocked(staff, order, macro.move, on, manager);
    else if (macro.mail) await this.holding.refuseUnlessOpen(staff, order, version, manager);
    const ticks = Object.fromEntries(macroFlags.map((flag) => [flag, macro.flags.includes(flag)])) as Ticks;
    const { id: remarkId } = await this.remarks.addTo(staff, order, { remark: macro.remark, ...ticks }, manager);
    const mailId = macro.mail ? await this.mail(staff, macro, macro.mail, on, manager) : null;
    return { macro: macro.name, remarkId, mailId };
  }

  /** Writes the mail of a macro to the order's contact address. @returns its id */
  private mail(
    staff: Staff,
    { question }: MacroRow,
    kind: MacroMailKind,
    { order, provider, seenMail, seenMessage }: On,
    manager: EntityManager,
  ): Promise<number> {
    const to = { email: order.contactEmailAddress, mailServiceProvider: provider, despiteBounce: false };
    if (kind === 'question') return this.thread.askIn(staff, order, question!, to, manager);
    return this.documents.mailCardIn(staff, order, kind, { ...to, seenMail, seenMessage }, manager);
  }

  private wanted(staff: Staff, { shared, ...macro }: SaveMacro): Omit<MacroRow, 'id'> {
    if (shared && !can(staff.type, 'macros.share')) throw Refused.notAllowed();
    return { ...macro, memberId: shared ? null : staff.id };
  }

  private async visible(staff: Staff, id: number): Promise<MacroRow> {
    const row = await this.queries.byId(id);
    if (!row || (row.memberId !== null && row.memberId !== staff.id)) throw new Refused('There is no such macro.', 404);
    return row;
  }

  private async changeable(staff: Staff, id: number): Promise<MacroRow> {
    const row = await this.visible(staff, id);
    if (!mayChange(staff, row)) throw new Refused('An Admin or a Manager can change everybody’s macros.', 403);
    return row;
  }
}

const noRoom = `There is a macro of this name, or there are ${macrosLimit} already.`;

type Applied = { says: string; undo: UndoOffer; version: number };
/** An order, its version, newest mail with the card and newest message as the member saw them, and the provider of the mail. */
type On = { order: Order; provider: MailProvider } & Pick<ApplyMacro, 'version' | 'seenMail' | 'seenMessage'>;
type Ticks = Record<MacroFlag, boolean>;

function savedNote({ name, memberId }: Omit<MacroRow, 'id'>) {
  return { orderId: null, action: 'macro.saved', to: name, note: whose(memberId) } as const;
}

function whose(memberId: number | null): string {
  return memberId === null ? 'everybody’s' : 'own';
}

function mayChange(staff: Staff, { memberId }: MacroRow): boolean {
  return memberId === staff.id || can(staff.type, 'macros.share');
}

function toMacro(staff: Staff, row: MacroRow): Macro {
  const { memberId, ...macro } = row;
  return { ...macro, shared: memberId === null, may_change: mayChange(staff, row) };
}
