import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import { type DraftFields, type DraftForm, draftForms, type Drafts, keptFields } from '../shared/draft-forms.js';
import type { DiscardDraft, KeepDraft } from '../shared/drafts.js';
import { draftDays } from '../shared/limits.js';
import { type DraftKey, DraftsQueries } from './drafts.queries.js';

/** What a member has typed but not sent; only that member can read it (docs/screens.md#drafts). */
@Injectable()
export class DraftsService {
  constructor(private readonly queries: DraftsQueries) {}

  /** Saves the fields that a draft keeps, in place of the earlier draft. Returns the time after the commit. */
  async save(staff: Staff, draft: KeepDraft): Promise<string> {
    const fields = keptFields(draft.form, draft.fields);
    await this.queries.save(staff.id, { ...draft, fields }, trimmed(fields));
    return this.queries.time();
  }

  /**
   * Removes the draft if it has this revision; a newer draft from another window stays. Returns the time after the
   * commit.
   */
  async discard(staff: Staff, draft: DiscardDraft): Promise<string> {
    await this.queries.discard(staff.id, draft);
    return this.queries.time();
  }

  /**
   * Removes the draft of a form that was sent, in the transaction that does what was sent. A draft that is not what was sent
   * stays, because the member has typed since. What was sent is no draft again when its text arrives after it.
   */
  async spend(staff: Actor, draft: DraftKey, sent: object, manager: EntityManager): Promise<void> {
    if (staff.id === null) return;
    const fields = await this.queries.lockFields(staff.id, draft, manager);
    if (fields && !isSent(fields, sent)) return;
    await this.queries.spend(staff.id, draft, fields ?? {}, keptFields(draft.form, { ...sent }), manager);
  }

  /** The member's drafts of these forms, for a screen. */
  of(staff: Staff, forms: DraftForm[], about: number): Promise<Drafts> {
    return this.queries.of(staff.id, forms, about);
  }

  /** Those of the orders about which the member has a draft. */
  ordersAmong(staff: Staff, orderIds: number[]): Promise<number[]> {
    const { member: _aboutMembers, ...aboutOrders } = draftForms;
    return this.queries.aboutAmong(staff.id, Object.keys(aboutOrders) as DraftForm[], orderIds);
  }

  clearOld(): Promise<void> {
    return this.queries.clear(draftDays);
  }
}

/** Whether a draft is what was sent. */
function isSent(fields: DraftFields, sent: object): boolean {
  return Object.entries(trimmed(fields)).every(([name, value]) => value === (sent as Record<string, unknown>)[name]);
}

/** Fields as the server takes them from a form. */
function trimmed(fields: DraftFields): DraftFields {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]));
}
