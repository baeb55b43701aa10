import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { EnvError, envExample, envNames, readEnv } from '../../src/platform/env.js';
import { projectFolder } from '../../src/platform/paths.js';
import { type Brand, shippedBrands } from '../../src/shared/brands.js';
import { readCompose } from '../long/image-build.js';

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

  test('refuse a link of a brand that leads into this site or is no web address, and say which', () => {
    const [brand] = shippedBrands as [Brand];
    const withLinks = (links: Partial<Brand>) => () =>
      readEnv({ NODE_ENV: 'development', BRANDS: JSON.stringify([{ ...brand, ...links }]) });
    for (const href of ['/pricing', 'pricing', '//shop.example', 'http://shop.example', 'javascript:alert(1)', '']) {
      expect(withLinks({ links: [{ label: 'Pricing', href }] })).toThrow(
        'BRANDS.0.links.0.href: must be an absolute https',
      );
      expect(withLinks({ footer: { ...brand.footer, links: [{ label: 'Pricing', href }] } })).toThrow(
        'BRANDS.0.footer.links.0.href',
      );
      expect(withLinks({ marketingUrl: href })).toThrow('BRANDS.0.marketingUrl');
      expect(withLinks({ contact: { ...brand.contact, href } })).toThrow('BRANDS.0.contact.href');
    }
    expect(withLinks({ links: [{ label: 'Pricing', href: 'https://shop.example/pricing#all' }] })).not.toThrow();
    expect(withLinks({ contact: { ...brand.contact, href: 'mailto:help@shop.example' } })).not.toThrow();
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
  /** Settings of `npm start`, and the owner's database address, which only the migrations get. */
  const kept = ['DATABASE_OWNER_URL', 'DEMO_ORDERS', 'EMBEDDED', 'LOG_FORMAT'];

  test('hands every setting to the containers, and only settings that the product reads', () => {
    expect([...set].sort()).toEqual(envNames.filter((name) => !kept.includes(name)).sort());
    expect(compose).toContain('DATABASE_OWNER_URL: postgres://');
  });

  test('sets everything production needs', () => {
    const given = Object.fromEntries(set.map((name) => [name, valueOf(name)]));
    expect(() => readEnv(given)).not.toThrow();
  });

  test('builds an image that keeps the native halves of argon2 and sharp, and no tools', async () => {
    const { dockerfile } = await readCompose();
    const prune = /npm prune.*$/.exec(dockerfile.find((line) => line.includes('npm prune'))!)![0];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${prune} --dry-run --json --loglevel=notice`], {
      cwd: projectFolder,
    });
    const removed = [...stdout.matchAll(/^remove (\S+)/gm)].map(([, name]) => name!);
    expect(removed).toContain('vite');
    expect(removed.filter((name) => /^(?:@node-rs|@img)\//.test(name))).toEqual([]);
  });

  test('leaves unset what .env leaves out: an empty value would switch the translation widget off', () => {
    const optional = settings.slice(settings.indexOf('# Optional in .env.'));
    expect(optional).toContain('INVOICE_TAX_LABEL:\n');
    expect([...optional.matchAll(/^ {4}[A-Z0-9_]+:(.+)$/gm)].map(([line]) => line)).toEqual([]);
  });

  /** A variable's value as compose would fill it in, with `secret` for what .env gives; undefined for one that is passed on. */
  function valueOf(name: string): string | undefined {
    const line = new RegExp(`^ {4}${name}: (.*)$`, 'm').exec(settings)?.[1];
    return line?.replace(/\$\{PUBLIC_URL[^}]*\}/, 'https://desk.example').replace(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32));
  }
});
