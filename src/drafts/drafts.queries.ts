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
   * Keeps a draft. Two change nothing, because they were overtaken: one that the same document sent earlier than the stored
   * one (the revisions of a document have one first half and rise in the second, client/hooks/draft-store.ts), and one whose
   * text the member has sent within the last minute.
   * @param trimmed the fields as the server would take them from the form
   */
  async save(memberId: number, { form, about = 0, fields, revision }: KeepDraft, trimmed: DraftFields): Promise<void> {
    await this.database.query(
      `INSERT INTO drafts (member_id, form, about, fields, revision) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (member_id, form, about) DO UPDATE SET fields = $4, revision = $5, spent = NULL, updated_at = now()
         WHERE NOT (drafts.revision > $5::uuid AND left(drafts.revision::text, 19) = left($5::uuid::text, 19))
           AND (drafts.spent @> $6::jsonb AND drafts.updated_at > now() - interval '1 minute') IS NOT TRUE`,
      [memberId, form, about, JSON.stringify(fields), revision, JSON.stringify(trimmed)],
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
      `SELECT fields FROM drafts WHERE member_id = $1 AND form = $2 AND about = $3 AND fields <> '{}' FOR UPDATE`,
      [memberId, form, about],
    );
    return row?.fields;
  }

  /**
   * Empties a draft that was sent, or notes what was sent when there is none yet: its text may still be on its way here.
   * @param fields the draft that was locked; one that came since stays, unless it is what was sent
   */
  async spend(
    memberId: number,
    { form, about }: DraftKey,
    fields: DraftFields,
    sent: DraftFields,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO drafts (member_id, form, about, fields, revision, spent) VALUES ($1, $2, $3, '{}', gen_random_uuid(), $5)
       ON CONFLICT (member_id, form, about) DO UPDATE SET fields = '{}', spent = $5, updated_at = now()
         WHERE drafts.fields = $4 OR $5::jsonb @> drafts.fields`,
      [memberId, form, about, JSON.stringify(fields), JSON.stringify(sent)],
    );
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
       FROM drafts WHERE member_id = $1 AND form = ANY($2) AND about = $3 AND fields <> '{}'`,
      [memberId, forms, about],
    );
    return { read_at: row!.now.toISOString(), kept: row!.kept ?? {} };
  }

  /** Those of the orders or members about which a member has a draft of one of these forms. */
  async aboutAmong(memberId: number, forms: DraftForm[], about: number[]): Promise<number[]> {
    const rows = await this.database.query<{ about: number }[]>(
      `SELECT DISTINCT about FROM drafts
       WHERE member_id = $1 AND form = ANY($2) AND about = ANY($3) AND fields <> '{}'`,
      [memberId, forms, about],
    );
    return rows.map(({ about: id }) => id);
  }

  /** Removes what members left for this many days, what was sent an hour ago, and what deleted members typed. */
  async clear(days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM drafts d WHERE updated_at < now() - make_interval(days => $1)
         OR (fields = '{}' AND updated_at < now() - interval '1 hour')
         OR EXISTS (SELECT FROM members m WHERE m.id = d.member_id AND m.deleted_at IS NOT NULL)`,
      [days],
    );
  }
}
