import { isIP } from 'node:net';
import { z } from 'zod';
import { type Brand, brandsSchema, shippedBrands } from '../shared/brands.js';

/** How to turn variables of one name into a value, with the line `.env.example` gives it. */
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const text = z.string().trim();
const url = z.url();
const yes = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/**
 * Every variable the product reads, in the order `.env.example` prints them. `describe` is the comment above the line; a
 * variable without a default may stay empty unless `productionNeeds` names it.
 */
const variables = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('development, test or production'),
  HOST: text.default('127.0.0.1').describe('Address the web process listens on'),
  PORT: whole(0, 65535).default(3000).describe('Port the web process listens on'),
  PUBLIC_URL: url
    .optional()
    .describe('Where people reach the product; links in mails start with it (http://HOST:PORT when empty)'),
  TRUSTED_PROXIES: list(address).describe(
    'Addresses or networks of proxies whose X-Forwarded-For counts, comma-separated',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least severe level that is logged'),
  LOG_FORMAT: z
    .enum(['json'])
    .optional()
    .describe('json makes npm start log JSON on a terminal too; empty writes the log to DATA_DIR/log there'),
  DATA_DIR: text.default('.data').describe('Folder for embedded PostgreSQL, documents, and the unpacked browser'),
  APP_SECRET: text
    .min(32)
    .optional()
    .describe('At least 32 random characters; signs sessions and links (openssl rand -hex 32)'),
  DATABASE_URL: url
    .optional()
    .describe('PostgreSQL, as the role the application works with; empty starts the embedded one'),
  DATABASE_OWNER_URL: url
    .optional()
    .describe('PostgreSQL, as the owner of the tables, for db:migrate and seed (DATABASE_URL when empty)'),
  DATABASE_REPLICA_URL: url
    .optional()
    .describe('A read replica for reports and exports (docs/operations.md#a-read-replica); empty reads the primary'),
  DATABASE_POOL: whole(2, 200).default(10).describe('Connections a process keeps at the most'),
  REDIS_URL: url.optional().describe('Redis for BullMQ; empty puts BullMQ on PostgreSQL'),
  DEMO_ORDERS: whole(0, 10_000_000).default(2000).describe('Demo orders at the first embedded start; 0 for none'),
  BRANDS: json(brandsSchema)
    .optional()
    .describe('JSON array of brands (docs/operations.md#settings); empty is the shipped pair'),
  TRANSLATE_WIDGET_URL: z
    .union([z.literal(''), url])
    .default('https://translate.google.com/translate_a/element.js?cb=googleTranslateElementInit')
    .describe('Script of the page-translation widget on visitor pages; set it to nothing to switch it off'),
  SUBMISSION_WINDOW_DAYS: whole(1, 30)
    .default(3)
    .describe('Days up to and including arrival in which the authority takes a card'),
  APPLICATION_MAIL_DOMAIN: text
    .default('apply.arrival-card.example')
    .describe('Domain of the application mailbox {order_id}@domain'),
  INBOUND_KEY: text
    .min(16)
    .optional()
    .describe('Secret in the address that SendGrid Inbound Parse posts to (/api/webhooks/inbound/sendgrid?key=…)'),
  SES_INBOUND_TOPIC_ARN: text.optional().describe('The SNS topic of the SES receipt rule whose mails are taken'),
  SES_INBOUND_BUCKET: text.optional().describe('The bucket where the SES receipt rule puts mails too large for SNS'),
  AUTHORITY_SENDERS: z
    .string()
    .default('@imi.gov.my')
    .transform((value) =>
      value
        .toLowerCase()
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .describe('Addresses, or domains like @imi.gov.my, that the authority sends from, comma-separated'),
  INBOUND_PROOF: z
    .enum(['dkim', 'provider'])
    .default('dkim')
    .describe('What proves a mail of the authority: its DKIM signature alone, or the mail provider’s verdict too'),
  AUTHORITY_FORM_URL: url
    .default('https://imigresen-online.imi.gov.my/mdac/main?registerMain')
    .describe('Where the authority has its form; the script that fills it may call us from there alone'),
  INTAKE_KEY: text
    .min(12)
    .optional()
    .describe('A key the shops may send as X-Intake-Key, besides those kept in the database'),
  MAIL_FROM: text
    .default('Malaysia Digital Arrival Card <no-reply@arrival-card.example>')
    .describe('Sender of every mail'),
  MAIL_SES_ENDPOINT: url.optional().describe('Another address for Amazon SES v2'),
  AWS_REGION: text.default('ap-southeast-1').describe('Region of Amazon SES'),
  AWS_ACCESS_KEY_ID: text.optional().describe('Amazon key for SES'),
  AWS_SECRET_ACCESS_KEY: text.optional().describe('Amazon secret for SES'),
  SES_CONFIGURATION_SET: text.optional().describe('SES configuration set that publishes delivery events'),
  SES_TOPIC_ARN: text.optional().describe('The SNS topic whose delivery events are taken'),
  MAIL_SENDGRID_BASE_URL: url.optional().describe('Another address for SendGrid v3'),
  SENDGRID_API_KEY: text.optional().describe('SendGrid key'),
  SENDGRID_WEBHOOK_KEY: text.optional().describe('Public key of the SendGrid signed event webhook (base64)'),
  STRIPE_WEBHOOK_SECRET: text.optional().describe('Signing secret of the Stripe webhook endpoint (whsec_…)'),
  STRIPE_SECRET_KEY: text
    .optional()
    .describe('Secret key of Stripe; with it answers to disputes are staged and submitted'),
  STRIPE_API_BASE: url.optional().describe('Another address for Stripe’s API'),
  S3_BUCKET: text.optional().describe('Bucket for documents and packs; empty keeps them under DATA_DIR'),
  S3_ENDPOINT: url.optional().describe('Another S3-compatible address'),
  S3_REGION: text.default('ap-southeast-1').describe('Region of the bucket'),
  S3_ACCESS_KEY_ID: text.optional().describe('Key for the bucket'),
  S3_SECRET_ACCESS_KEY: text.optional().describe('Secret for the bucket'),
  GEOIP_MMDB_PATH: text.optional().describe('A MaxMind-format city file; empty uses the country file that is shipped'),
  PUPPETEER_EXECUTABLE_PATH: text
    .optional()
    .describe('Chrome or Chromium for the packs, or @sparticuz/chromium for the one of npm; empty looks for one'),
  INVOICE_TAX_LABEL: text.optional().describe('Name of the tax included in the price, as on the invoice'),
  INVOICE_TAX_PERCENT: z.coerce.number().min(0).max(100).optional().describe('Its rate in percent'),
  METRICS_TOKEN: text.optional().describe('Bearer token for /metrics; empty serves it to this machine alone'),
  WORKER_ALIVE_FILE: text
    .optional()
    .describe('File the worker touches every ten seconds while it can work, for a health check; empty for none'),
  REQUESTS_PER_MINUTE: whole(10, 10_000_000)
    .default(1200)
    .describe('Requests a minute that one address may make without a session'),
  MAX_CONNECTIONS: whole(10, 1_000_000).default(10_000).describe('Connections that the web process holds at the most'),
  KEEP_PERSONAL_MONTHS: whole(1, 600)
    .default(12)
    .describe('Months after the arrival until passport number, birth date, address and telephone are erased'),
  KEEP_DOCUMENTS_MONTHS: whole(1, 600)
    .default(18)
    .describe('Months after the arrival until cards, received mails and their attachments are erased'),
  EMBEDDED: yes.default(false).describe('Set by npm start itself: serves /dev/mailbox and takes mail for it'),
} satisfies Record<string, z.ZodType>;

/** The variables that a production installation can't start without. */
const productionNeeds = [
  'DATABASE_URL',
  'APP_SECRET',
  'PUBLIC_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'SENDGRID_API_KEY',
] as const;

const schema = z.object(variables);

/** The settings of this process, injectable by its class. Made by `readEnv` alone. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor assigns just what the interface names
export class Env {
  constructor(values: z.infer<typeof schema>) {
    Object.assign(this, values);
  }

  /** The origin of the product's URLs, without a slash at the end. */
  get publicUrl(): string {
    return (this.PUBLIC_URL ?? `http://${this.HOST}:${this.PORT}`).replace(/\/+$/, '');
  }

  /** Cookies are Secure and HSTS is sent only behind HTTPS. */
  get https(): boolean {
    return this.publicUrl.startsWith('https:');
  }

  get brands(): Brand[] {
    return this.BRANDS ?? shippedBrands;
  }
}
export interface Env extends Readonly<z.infer<typeof schema>> {}

/** Names every wrong variable, a line each, as text for the operator. */
export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the settings, by default from the process's environment; empty variables count as absent.
 * @throws EnvError naming every variable that is wrong or, in production outside embedded mode, missing.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.keys(variables)
      .filter((name) => source[name] !== undefined && (source[name] !== '' || name === 'TRANSLATE_WIDGET_URL'))
      .map((name) => [name, source[name]]),
  );
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new EnvError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }

  const env = new Env(read.data);
  const missing = env.NODE_ENV === 'production' && !env.EMBEDDED ? productionNeeds.filter((name) => !env[name]) : [];
  if (missing.length > 0) throw new EnvError(missing.map((name) => `${name}: production needs it (${describe(name)})`));
  return env;
}

/** The text of `.env.example`: every variable with its comment and default. */
export function envExample(): string {
  const lines = Object.entries(variables).map(([name, type]) => {
    const standard = type.safeParse(undefined).data;
    const shown = standard === undefined || typeof standard === 'object' ? '' : String(standard);
    return `# ${describe(name as keyof typeof variables)}\n#${name}=${typeof standard === 'boolean' ? Number(standard) : shown}\n`;
  });
  return `# Every setting, with its default. Copy to .env and take the # off what you change.\n# In production these can't be empty: ${productionNeeds.join(', ')}.\n\n${lines.join('\n')}`;
}

/** The names of all variables, for the checks that keep docker-compose.yml and the README in step. */
export const envNames = Object.keys(variables);

function describe(name: keyof typeof variables): string {
  return variables[name].description ?? name;
}

function address(value: string): boolean {
  const [ip = '', bits] = value.split('/');
  return isIP(ip) > 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
}

function list(accepts: (value: string) => boolean) {
  return z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((parts) => parts.every(accepts), 'must be addresses or networks like 10.0.0.0/8, comma-separated');
}

function json<Schema extends z.ZodType>(inner: Schema) {
  return z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(inner);
}
