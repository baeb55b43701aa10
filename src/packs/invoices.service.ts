import { createElement } from 'react';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Invoice as InvoiceRow } from '../database/invoice.entity.js';
import type { Mail } from '../database/mail.entity.js';
import type { Order } from '../database/order.entity.js';
import { MailService } from '../mail/mail.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Env } from '../platform/env.js';
import { html } from '../platform/html.js';
import { Jobs } from '../platform/job-queues.js';
import type { Attempt } from '../platform/jobs.js';
import { PdfPrinter } from '../platform/pdf/printer.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { IssuedFacts } from '../../views/pdf/invoice.js';
import { brandOf } from '../shared/brands.js';
import type { SendInvoice } from '../shared/mail.js';
import { mailProviders } from '../shared/mail-providers.js';
import { money } from '../shared/money.js';
import { policyKinds } from '../shared/policy-kinds.js';
import { statusRows } from '../shared/order-statuses.js';
import { can } from '../shared/permissions.js';
import Invoice from '../../views/pdf/invoice.js';
import { invoiceFacts, issuedFacts, numberOf } from './invoices.facts.js';
import { InvoicesQueries } from './invoices.queries.js';

/** After this many seconds without a job an invoice counts as forgotten. */
const forgottenSeconds = 20;

/**
 * Invoices. One transaction numbers the invoice and writes its mail; the worker prints it; then the mail is
 * sent. A crash between two steps leaves a mail that waits for its file or for its sending, which the sweep finds.
 */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly queries: InvoicesQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly refunds: RefundsService,
    private readonly mail: MailService,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    private readonly printer: PdfPrinter,
    private readonly policies: PoliciesService,
    private readonly env: Env,
  ) {}

  /**
   * Mails an order's invoice to its customer: issued with the first mail, a copy with each further one.
   * @throws Refused 404, 403, 409 as every change; 409 for an order in Pending or Deleted, or without a total; 409 and 429 by the mail limits.
   */
  async send(
    staff: Staff,
    { orderId, despiteBounce }: SendInvoice,
  ): Promise<{ mail_id: number; invoice_number: string }> {
    const { mail, number } = await this.holding.changing(
      staff,
      orderId,
      { permission: 'mail.send' },
      async (order, manager) => {
        if (statusRows[order.processStatus].uninvoiced) {
          throw new Refused(`An order in ${order.processStatus} has no invoice`, 409);
        }
        const earlier = await this.queries.ofOrder(orderId, manager);
        if (!earlier && (order.amount === null || order.currency === null)) {
          throw new Refused('An order without an amount and its currency has no invoice', 409);
        }
        const invoice = earlier ?? (await this.issue(staff, order, manager));
        return {
          mail: await this.write(staff, order, { invoice, isCopy: earlier !== null, despiteBounce }, manager),
          number: numberOf(invoice),
        };
      },
    );
    await this.renderLater(mail.id);
    return { mail_id: mail.id, invoice_number: number };
  }

  /** Prints the invoice that a mail waits for, unless it has it. The last try that fails gives the mail up. */
  async renderNow(mailId: number, { last }: Attempt): Promise<void> {
    const mail = await this.mail.awaitingFile(mailId);
    if (!mail) return;

    try {
      await this.mail.attach(mail.id, await this.print(mail));
    } catch (error) {
      if (last) await this.mail.giveUp(mail, 'The invoice could not be printed.');
      throw error;
    }
  }

  /** Gives invoices that were forgotten a job again. */
  async sweep(): Promise<void> {
    for (const mailId of await this.mail.withoutFile('invoice', forgottenSeconds)) await this.renderLater(mailId);
  }

  private renderLater(mailId: number): Promise<void> {
    return this.jobs.later('invoice.render', { mailId }, mailId);
  }

  private async issue(staff: Staff, order: Order, manager: EntityManager): Promise<InvoiceRow> {
    const { brands, INVOICE_TAX_LABEL: label, INVOICE_TAX_PERCENT: percent } = this.env;
    const tax = label && percent ? { label, percent } : null;
    const gatewayName = await this.queries.gatewayName(order, manager);
    const { order: charged } = await this.refunds.charged(order, [], manager);
    const facts = issuedFacts(charged, gatewayName, brandOf(brands, order.landingDomain), tax);
    const invoice = await this.queries.add(order.id, facts, manager);
    await this.activity.note(staff, { orderId: order.id, action: 'invoice.issued', to: numberOf(invoice) }, manager);
    return invoice;
  }

  private async write(
    staff: Staff,
    order: Order,
    { invoice, isCopy, despiteBounce }: { invoice: InvoiceRow; isCopy: boolean; despiteBounce: boolean },
    manager: EntityManager,
  ): Promise<Mail> {
    const number = numberOf(invoice);
    const { amount, currency } = invoiceFacts(invoice, isCopy, { refunds: [], others: [] });
    const texts = (await this.policies.linksOf(order, manager)).map(({ kind, version, path }) => ({
      label: policyKinds[kind].label,
      version,
      href: this.env.PUBLIC_URL + path,
    }));
    return this.mail.write(
      {
        order,
        kind: 'invoice',
        provider: mailProviders[0],
        recipient: order.contactEmailAddress,
        sentBy: staff,
        unlimited: can(staff.type, 'mail.unlimited'),
        despiteBounce,
        attachment: { filename: `${number}${isCopy ? '-copy' : ''}.pdf`, contentType: 'application/pdf' },
        extra: { number, amount: money(amount, currency) ?? undefined, texts },
      },
      manager,
    );
  }

  private async print(mail: Mail): Promise<{ storageKey: string; sha256: string }> {
    const orderId = mail.orderId!;
    const invoice = (await this.queries.ofOrder(orderId))!;
    const { transaction_id: paidBy } = (invoice.facts as IssuedFacts).payment;
    const [isCopy, charged] = await Promise.all([
      this.queries.isCopy(mail),
      // the charge that it was issued for
      this.refunds.charged(await this.orders.find(orderId), paidBy ? [paidBy] : []),
    ]);
    const facts = invoiceFacts(invoice, isCopy, charged);
    const pdf = await this.printer.print(html(createElement(Invoice, { facts })));
    const sha256 = sha256Of(pdf);
    const storageKey = `invoices/${facts.number}-${sha256}.pdf`;
    await this.storage.put(storageKey, pdf, 'application/pdf');
    return { storageKey, sha256 };
  }
}
