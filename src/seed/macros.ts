import type { ClientBase } from 'pg';
import type { Worker } from './life.js';

/**
 * Gives the first member the macros of the demonstration, beside those of every installation, unless the member has
 * one.
 */
export async function addMacros(session: ClientBase, [first]: readonly Worker[]): Promise<void> {
  await session.query(
    `INSERT INTO macros (member_id, name, remark, flags, mail, question)
     SELECT m.id, s.name, s.remark, '{}', s.mail, s.question FROM members m, (VALUES
       ('Ask for the flight', 'Asked the customer by mail for the flight.', 'question',
         'Which flight brings you to Malaysia? Please answer this mail with its number and the day you arrive.'),
       ('Mail not found', 'The customer did not find the mail. Sent the card again.', 'resend', NULL)
     ) AS s (name, remark, mail, question)
     WHERE m.name = $1 AND m.deleted_at IS NULL AND NOT EXISTS (SELECT FROM macros WHERE member_id IS NOT NULL)`,
    [first?.name],
  );
}
