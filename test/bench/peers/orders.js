import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const statement = { name: 'orders', text: process.env.ORDERS_SQL };

/** The rows of the list by the product's own statement, with what the table prints and no more. */
export async function readOrders() {
  const { rows } = await pool.query(statement);
  return rows.map((row) => ({
    order_id: row.id,
    process_status: row.process_status,
    full_name: row.full_name,
    contact_email_address: row.contact_email_address,
    phone_code: row.phone_code,
    phone_number: row.phone_number,
    create_ts: row.create_ts.toISOString(),
    doa: row.doa,
    processing_date: row.processing_date,
    card_due: row.card_due,
    checks: row.checks,
    has_request: row.has_request,
    submit_again: row.submit_again,
    marks: row.inbox_marks,
  }));
}
