import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { EnvError, envExample, envNames, readEnv } from '../../src/platform/env.js';
import { projectFolder } from '../../src/platform/paths.js';

const compose = readFileSync(join(projectFolder, 'docker-compose.yml'), 'utf8');

describe('the settings', () => {
  test('have a default for everything a developer needs', () => {
    const env = readEnv({ NODE_ENV: 'development' });
    expect(env).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      TRUSTED_PROXIES: [],
    });
  });

  test('refuse production without secrets, naming every one that is missing', () => {
    const missing = ['APP_SECRET', 'PUBLIC_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'SENDGRID_API_KEY'];
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(EnvError);
    for (const name of missing)
      expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(`${name}: production needs it`);
  });

  test('name every wrong variable at once', () => {
    const wrong = {
      NODE_ENV: 'development',
      PORT: 'many',
      TRUSTED_PROXIES: 'my proxy',
      BRANDS: '{',
      LOG_LEVEL: 'loud',
    };
    const read = () => readEnv(wrong);
    for (const name of ['PORT', 'TRUSTED_PROXIES', 'BRANDS', 'LOG_LEVEL']) expect(read).toThrow(name);
  });

  test('take an empty variable for an absent one, but for the widget, which it switches off', () => {
    const env = readEnv({ NODE_ENV: 'development', DATABASE_URL: '', TRANSLATE_WIDGET_URL: '' });
    expect(env.DATABASE_URL).toBeUndefined();
    expect(env.TRANSLATE_WIDGET_URL).toBe('');
  });

  test('are behind HTTPS when the public address is', () => {
    expect(readEnv({ NODE_ENV: 'development', PUBLIC_URL: 'https://desk.example/' })).toMatchObject({
      https: true,
      publicUrl: 'https://desk.example',
    });
  });
});

describe('.env.example', () => {
  test('is what `npm run env:example` writes', () => {
    expect(readFileSync(join(projectFolder, '.env.example'), 'utf8')).toBe(envExample());
  });
});

describe('docker-compose.yml', () => {
  const settings = compose.slice(compose.indexOf('environment: &settings'), compose.indexOf('volumes: [files:/data]'));
  const set = [...settings.matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name!);

  test('sets only variables that the product reads', () => {
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !envNames.includes(name))).toEqual([]);
  });

  test('sets everything production needs', () => {
    const given = Object.fromEntries(set.map((name) => [name, valueOf(name)]));
    expect(() => readEnv(given)).not.toThrow();
  });

  /** A variable's value as compose would fill it in, with `secret` for what .env gives. */
  function valueOf(name: string): string {
    const line = new RegExp(`^ {4}${name}: (.*)$`, 'm').exec(settings)?.[1] ?? '';
    return line
      .replace(/\$\{PUBLIC_URL[^}]*\}/, 'https://desk.example')
      .replace(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32))
      .replace(/\$\{\w+:-\}/g, '');
  }
});
