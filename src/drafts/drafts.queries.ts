import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { DraftFields, DraftForm, Drafts } from '../shared/draft-forms.js';
import type { DiscardDraft, KeepDraft } from '../shared/drafts.js';

/** A member has one draft of a form about an order or member; `about` is 0 for a new one. */
export type DraftKey = { form: DraftForm; about: number };

@Injectable()
export class DraftsQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Keeps a draft. One that the same document sent earlier than the stored one changes nothing, because it was overtaken: the
   * revisions of a document have one first half and rise in the second (client/hooks/draft-store.ts).
   */
  async save(memberId: number, { form, about = 0, fields, revision }: KeepDraft): Promise<void> {
    await this.database.query(
      `INSERT INTO drafts (member_id, form, about, fields, revision) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (member_id, form, about) DO UPDATE SET fields = $4, revision = $5, updated_at = now()
         WHERE NOT (drafts.revision > $5::uuid AND left(drafts.revision::text, 19) = left($5::uuid::text, 19))`,
      [memberId, form, about, JSON.stringify(fields), revision],
    );
  }

  /** Removes a draft if it still has this revision. */
  async discard(memberId: number, { form, about = 0, revision }: DiscardDraft): Promise<void> {
    await this.database.query(
      'DELETE FROM drafts WHERE member_id = $1 AND form = $2 AND about = $3 AND revision = $4',
      [memberId, form, about, revision],
    );
  }

  /** Locks a member's draft until the end of the transaction, and returns its fields; undefined when there is none. */
  async lockFields(
    memberId: number,
    { form, about }: DraftKey,
    manager: EntityManager,
  ): Promise<DraftFields | undefined> {
    const [row] = await manager.query<{ fields: DraftFields }[]>(
      'SELECT fields FROM drafts WHERE member_id = $1 AND form = $2 AND about = $3 FOR UPDATE',
      [memberId, form, about],
    );
    return row?.fields;
  }

  async remove(memberId: number, { form, about }: DraftKey, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM drafts WHERE member_id = $1 AND form = $2 AND about = $3', [
      memberId,
      form,
      about,
    ]);
  }

  /** The time by the database's clock, which all processes share. */
  async time(): Promise<string> {
    const [row] = await this.database.query<{ now: Date }[]>('SELECT now()');
    return row!.now.toISOString();
  }

  /** A member's own drafts of these forms about one order or member. */
  async of(memberId: number, forms: DraftForm[], about: number): Promise<Drafts> {
    // now() is the start of the transaction, so the rows are never older than this time
    const [row] = await this.database.query<{ now: Date; kept: Drafts['kept'] | null }[]>(
      `SELECT now(), jsonb_object_agg(form, jsonb_build_object('fields', fields, 'revision', revision))
         FILTER (WHERE form IS NOT NULL) AS kept
       FROM drafts WHERE member_id = $1 AND form = ANY($2) AND about = $3`,
      [memberId, forms, about],
    );
    return { read_at: row!.now.toISOString(), kept: row!.kept ?? {} };
  }

  async clear(days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM drafts d WHERE updated_at < now() - make_interval(days => $1)
         OR EXISTS (SELECT FROM members m WHERE m.id = d.member_id AND m.deleted_at IS NOT NULL)`,
      [days],
    );
  }
}
