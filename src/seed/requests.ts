import type { ClientBase } from 'pg';

/** What customers of the demonstration ask for, and how many hours ago. */
const asked: [kind: 'refund' | 'card' | 'flight', text: string, hours: number, handled: boolean][] = [
  ['flight', 'My flight was moved to the next day. Does the card stay valid?', 2, false],
  ['card', 'The second name is missing on the card: it is Anne-Marie, not Anne.', 5, false],
  ['refund', '', 9, false],
  ['card', 'Дата рождения неверна: 12.05, а не 05.12.', 20, false],
  ['flight', 'We now arrive by bus from Singapore, not by plane.', 31, true],
  ['refund', '', 50, true],
];

/** Adds requests to the newest orders whose customers opened their page. The same orders and `now` give the same ones. */
export async function addRequests(
  session: ClientBase,
  { firstId, now, member }: { firstId: number; now: number; member: string },
): Promise<void> {
  await session.query(
    `INSERT INTO order_requests
       (order_id, kind, text, visitor_session_id, ip, place, user_agent, create_ts, handled_at, handled_by)
     SELECT v.order_id, a.kind, a.text, v.id, v.ip, v.place, v.user_agent, a.at,
       CASE WHEN a.handled THEN a.at + interval '40 minutes' END, CASE WHEN a.handled THEN $3 END
     FROM (SELECT one.*, to_timestamp($2::float8 / 1000) - make_interval(hours => one.hours) AS at
       FROM json_to_recordset($1) AS one(n int, kind text, text text, hours int, handled boolean)) a
     JOIN (SELECT s.*, row_number() OVER (ORDER BY s.order_id DESC) AS n FROM visitor_sessions s
       JOIN orders o ON o.id = s.order_id
       WHERE s.order_id >= $4 AND o.process_status NOT IN ('Refunds', 'Deleted')
         AND s.id = (SELECT min(id::text)::uuid FROM visitor_sessions WHERE order_id = s.order_id)
       ORDER BY s.order_id DESC LIMIT ${asked.length}) v USING (n)`,
    [
      JSON.stringify(
        asked.map(([kind, text, hours, handled], index) => ({ n: index + 1, kind, text, hours, handled })),
      ),
      now,
      member,
      firstId,
    ],
  );
}
