import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { privateFile } from './private-file.js';

type Given = Record<string, string | undefined>;
type Running = { dataDir: string; host: string; port: number; url: string; ownerUrl: string };

/**
 * The environment variables of embedded mode, beside those already set: the database, the mail catcher as the mail
 * providers, and accounts for them. The secret is kept between starts.
 */
export async function embeddedEnvironment(
  given: Given,
  { dataDir, host, port, url, ownerUrl }: Running,
): Promise<Record<string, string>> {
  const secrets = await privateFile(join(dataDir, 'secrets.json'), () => ({
    APP_SECRET: randomBytes(32).toString('hex'),
  }));
  const origin = originOf(host, port);
  const standard = {
    ...secrets,
    PUBLIC_URL: origin,
    AUTHORITY_FORM_URL: `${origin}/dev/authority/main?registerMain`,
    INTAKE_KEY: 'demo-intake-key',
    INBOUND_KEY: 'the demo key of inbound mail',
    // the copy of the authority has no key to sign with
    INBOUND_PROOF: 'provider',
    MAIL_SES_ENDPOINT: `${origin}/dev/ses`,
    AWS_ACCESS_KEY_ID: 'embedded',
    AWS_SECRET_ACCESS_KEY: 'embedded',
    MAIL_SENDGRID_BASE_URL: `${origin}/dev/sendgrid`,
    SENDGRID_API_KEY: 'SG.embedded',
    // From Node 22 on, Node caches compiled modules here for faster starts.
    NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'),
    // Hides the SDK's warning: it is pinned to a version that runs on Node 20.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  const chosen = Object.entries(standard).map(([name, value]) => [name, given[name] || value]);
  return {
    ...Object.fromEntries(chosen),
    EMBEDDED: '1',
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
  };
}

/** The origin under which this machine reaches a web process that listens on `host`. */
export function originOf(host: string, port: number): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1', '': '127.0.0.1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
