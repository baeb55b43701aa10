import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuthorityPage } from '../shared/authority-pages.js';
import { answerMinutes, fillingMinutes } from '../shared/limits.js';

/** The page and the order that a code is about, and the session of the member who fills. */
type Filling = { page: AuthorityPage; orderId: number; sessionId: string };
/** A filling whose answer is still to come. */
type OpenFilling = { codeId: number; page: AuthorityPage; orderId: number; memberId: number; name: string };

@Injectable()
export class FillerQueries {
  constructor(private readonly database: DataSource) {}

  /** Keeps a code, and removes a few of those that are of no use any more. */
  async add({ page, orderId, sessionId, sha256 }: Filling & { sha256: string }, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM filler_codes WHERE id IN (
         SELECT id FROM filler_codes WHERE create_ts < now() - interval '1 day' ORDER BY create_ts LIMIT 20
         FOR UPDATE SKIP LOCKED)`,
    );
    await manager.query('INSERT INTO filler_codes (order_id, session_id, sha256, page) VALUES ($1, $2, $3, $4)', [
      orderId,
      sessionId,
      sha256,
      page,
    ]);
  }

  /** Uses up a code that is still good; of two at once one does. @param answer the hash of the code for the answer */
  async use(sha256: string, answer: string): Promise<Filling | undefined> {
    const [rows] = await this.database.query<[Filling[], number]>(
      `UPDATE filler_codes SET used_at = now(), answer_sha256 = $2
       WHERE sha256 = $1 AND used_at IS NULL AND create_ts > now() - make_interval(mins => $3)
       RETURNING page, order_id AS "orderId", session_id AS "sessionId"`,
      [sha256, answer, fillingMinutes],
    );
    return rows[0];
  }

  /**
   * The filling whose answer the code gives, and its member; undefined once that is known, or after two hours.
   * @param page where it must be one of this page
   */
  async ofAnswer(sha256: string, page?: AuthorityPage): Promise<OpenFilling | undefined> {
    const [filling] = await this.database.query<OpenFilling[]>(
      `SELECT f.id AS "codeId", f.page, f.order_id AS "orderId", m.id AS "memberId", m.name
       FROM filler_codes f JOIN sessions s ON s.id = f.session_id JOIN members m ON m.id = s.member_id
       WHERE f.answer_sha256 = $1 AND f.answered_at IS NULL AND f.page = coalesce($3, f.page)
         AND f.used_at > now() - make_interval(mins => $2)`,
      [sha256, answerMinutes, page],
    );
    return filling;
  }

  /** Ends the code of an answer. Returns whether it was still open. */
  async end(answer: string, manager: EntityManager): Promise<boolean> {
    const [, ended] = await manager.query<[unknown[], number]>(
      'UPDATE filler_codes SET answered_at = now() WHERE answer_sha256 = $1 AND answered_at IS NULL',
      [answer],
    );
    return ended > 0;
  }
}
