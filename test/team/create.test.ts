import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type TestApp, startApp } from '../support/app.js';
import { runScript } from '../support/script.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function create(args: string[], input = 'a long password\n') {
  return runScript('team/create.js', args, { input, settings: { DATABASE_URL: app.env.DATABASE_URL! } });
}

describe('npm run team:create', () => {
  test('makes an account that can sign in', async () => {
    const { code, out } = await create(['--name', 'Ann Lee', '--email', 'ann@example.com', '--type', 'Night Staff']);
    expect([code, out]).toEqual([0, 'Ann Lee can sign in as ann@example.com (Night Staff).\n']);

    const { body } = await app.call('POST', '/api/admin/admin-login', {
      body: { email: 'ann@example.com', password: 'a long password' },
    });
    const { body: info } = await app.call('GET', '/api/user_info', { token: body.data.jwtToken as string });
    expect(info.data).toMatchObject({ name: 'Ann Lee', type: 'Night Staff' });
  });

  test.each([
    [
      ['--email', 'bob', '--type', 'Boss'],
      'a long password',
      '--name: Please enter your name.\n--email: Invalid email address\n--type: Please select type.',
    ],
    [['--name', 'Bob', '--email', 'bob@example.com', '--type', 'Team'], '12345', '--password: Password must be'],
    [
      ['--name', 'DEMO ADMIN', '--email', 'bob@example.com', '--type', 'Team'],
      'a long password',
      'this name already exists',
    ],
  ])('%j with %j is refused in words', async (args, input, message) => {
    const { code, err } = await create(args, input);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  });
});
