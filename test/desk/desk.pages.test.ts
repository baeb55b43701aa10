import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../src/shared/routes.js';
import { delivered, move } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The head of an order's page, as text. */
async function headOf(encoded: string): Promise<string> {
  const answer = await fetch(app.url + routes.order(encoded), {
    headers: { authorization: `Bearer ${await app.signIn('team')}` },
  });
  const [, head = ''] = /<main.*?<header.*?>(.*?)<\/header>/s.exec(await answer.text()) ?? [];
  return head.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

describe('the head of an order’s page', () => {
  test('an order that waits for a call keeps its deadline until there is a card', async () => {
    const { id, encoded } = await takeIn(app);
    await move(app, id, 'Customer Called');
    expect(await headOf(encoded)).toMatch(/Customer Called .*No card uploaded .*Submit by/);

    const done = await delivered(app);
    await move(app, done.id, 'Customer Called');
    expect(await headOf(done.encoded)).toMatch(/Customer Called .*Arrives/);
    expect(await headOf(done.encoded)).not.toMatch(/No card|Submit by/);
  });

  test('says when the card did not arrive, until it is mailed again', async () => {
    const { id, encoded, mailId } = await delivered(app);
    expect(await headOf(encoded)).not.toContain('Mail');

    await app.database.query(`UPDATE mails SET state = 'bounced' WHERE id = $1`, [mailId]);
    expect(await headOf(encoded)).toContain('Mail bounced');

    await app.call('POST', routes.api.resendMail, { as: 'team', body: { orderId: id, email: 'other@example.com' } });
    expect(await headOf(encoded)).not.toContain('Mail');
  });
});

test('the page says when the member looked at the order before; a look of the last minutes is this one', async () => {
  const { encoded } = await takeIn(app);
  const lookedAt = async () => {
    const { body } = await app.call('GET', routes.order(encoded), { as: 'team', headers: { 'x-inertia': 'true' } });
    return (body as unknown as { props: { lookedAt: string | null } }).props.lookedAt;
  };
  expect([await lookedAt(), await lookedAt()]).toEqual([null, null]);
  const earlier = new Date(Date.now() - 7_200_000).toISOString();
  await app.database.query(
    `INSERT INTO activity (order_id, member_id, actor, action, create_ts)
     SELECT order_id, member_id, actor, action, $1 FROM activity WHERE action = 'order.viewed'`,
    [earlier],
  );
  expect(await lookedAt()).toBe(earlier);
});
