import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { builtFile, projectFolder } from '../../platform/paths.js';
import { fromThisMachine } from '../from-this-machine.js';
import { deliver, type InboundEndpoint } from '../write-to-order.js';
import { citiesOf, regionsFor } from './lists.js';
import {
  Nothing,
  optionsOf,
  registrationPage,
  type Search,
  searchPage,
  successPage,
  Trips,
  VisitPass,
} from './pages.js';
import { earlierTrip, Registrations, type Values } from './registrations.js';
import { refusalOf } from './server-checks.js';
import { rowsOf, type Variant, variantOf } from './variants.js';

type Around = {
  /** Where the product takes the mails to its orders. */
  inbound: InboundEndpoint;
  /** Draws a slip; `arrival` is YYYY-MM-DD. */
  slip: (name: string, passport: string, arrival: string) => Promise<Uint8Array>;
};

/** How long a call of the page takes, in milliseconds. */
const usualDelay = 60;
const largestForm = 64 * 1024;

const packaged = (file: string) => join(projectFolder, 'dist/authority', file);
const script = (file: string) => builtFile(`embedded/authority/page/${file}`);
/** The files of the pages: name in the address → where it lies, and its type. */
const assets: Record<string, [file: string, type: string]> = {
  'jquery.js': [packaged('jquery.min.js'), 'text/javascript'],
  'bootstrap-datepicker.js': [packaged('bootstrap-datepicker.min.js'), 'text/javascript'],
  'bootstrap-datepicker.css': [packaged('bootstrap-datepicker.standalone.min.css'), 'text/css'],
  'form.js': [script('form.js'), 'text/javascript'],
  'form-rules.js': [script('form-rules.js'), 'text/javascript'],
  'search.js': [script('search.js'), 'text/javascript'],
  'puzzle.js': [script('puzzle.js'), 'text/javascript'],
};

/** What the pages load and call is here. */
const security = {
  'content-security-policy':
    "default-src 'none'; img-src data:; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'private, no-store',
};

/**
 * A copy of the authority's pages, at `/dev/authority` in place of `/mdac`, for tests and the demonstration
 * (docs/form.md#the-authoritys-form). Answers this machine alone. Registrations are kept in memory.
 */
export async function registerAuthority(fastify: FastifyInstance, around: Around): Promise<void> {
  const registrations = new Registrations();
  await fastify.register(
    (pages, _options, done) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: largestForm },
        (_request, body, read) => read(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      pages.addHook('onRequest', fromThisMachine);
      pages.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
        reply.code(error instanceof z.ZodError ? 422 : (error.statusCode ?? 500)).send({ message: error.message }),
      );
      serveAssets(pages);
      showPages(pages, registrations);
      takeForms(pages, registrations, around);
      done();
    },
    { prefix: '/dev/authority' },
  );
}

function serveAssets(pages: FastifyInstance): void {
  pages.get<{ Params: { file: string } }>('/assets/:file', async ({ params: { file } }, reply) => {
    const [path, type] = (Object.hasOwn(assets, file) && assets[file]) || [];
    if (!path) return reply.code(404).send({ message: 'No such file' });
    return reply.type(`${type}; charset=utf-8`).send(await readFile(path));
  });
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(security).type('text/html; charset=utf-8').send(page);
}

function showPages(pages: FastifyInstance, registrations: Registrations): void {
  pages.get('/main', ({ query }, reply) => html(reply, registrationPage(variantOf(query))));
  pages.get('/register', async (request, reply) => {
    const query = request.query as Values;
    const call = Object.keys(calls).find((name) => name in query);
    if (call) return answerCall(request, reply, calls[call]!);
    if ('viewRegistration' in query) return html(reply, searchPage('searchRegistration'));
    if ('viewVisitPass' in query) return html(reply, searchPage('searchVisitPass'));
    const registered = registrations.byId(query.SUCCESSFULLY ?? '');
    return html(reply, registered ? successPage(registered.values.email ?? '') : registrationPage(variantOf(query)));
  });
}

type Call = (query: Values, changes: Variant) => string;

/** The calls that the form's page makes, by their names in the query. */
const calls: Record<string, Call> = {
  searchMdacVisaCountry: (_query, { section }) => (section === 'never' ? 'NONE' : 'ALL'),
  retrieveCountryPhoneCode: ({ ctryCd = '' }, changes) => {
    if (changes.fails === 'region') return optionsOf([]);
    const { rows, selected } = regionsFor(ctryCd);
    const row = rows[selected];
    const left = rowsOf('region', rows, changes);
    return optionsOf(left, row ? left.indexOf(row) : -1);
  },
  retrieveRefCity: ({ state = '' }, changes) => {
    const cities = citiesOf(state);
    return cities && changes.fails !== 'city' ? optionsOf(rowsOf('accommodationCity', cities, changes)) : 'error';
  },
  retrievePostcode: () => '',
};

async function answerCall(request: FastifyRequest, reply: FastifyReply, call: Call): Promise<FastifyReply> {
  const query = request.query as Values;
  const changes = variantOf(query);
  const { section } = changes;
  const isLate = 'searchMdacVisaCountry' in query && typeof section === 'number';
  await sleep(isLate ? section : (changes.slow ?? usualDelay));
  return reply.headers(security).type('text/html; charset=utf-8').send(call(query, changes));
}

const posted = z.record(z.string(), z.string());

function takeForms(pages: FastifyInstance, registrations: Registrations, around: Around): void {
  pages.post('/register', async (request, reply) => {
    const values = posted.parse(request.body);
    if ('printSlip' in (request.query as Values)) return printSlip(reply, registrations, values.hTripId ?? '', around);
    if ('searchRegistration' in values) return html(reply, search('searchRegistration', registrations, values));
    if ('searchVisitPass' in values) return html(reply, search('searchVisitPass', registrations, values));

    const changes = variantOf(request.query);
    const refusal = changes.refuse === undefined ? refusalOf(values) : 'The registration could not be saved.';
    if (refusal) return html(reply, registrationPage(changes, values, refusal));
    const registration = registrations.add(values);
    await mailPin(registration, around.inbound);
    return reply.redirect(`/dev/authority/register?SUCCESSFULLY=${registration.id}`, 303);
  });
}

/** Mails the PIN to the order's mailbox; another address gets none, because nothing leaves this machine. */
async function mailPin({ values, pin }: { values: Values; pin: string }, inbound: InboundEndpoint): Promise<void> {
  const [order = '', domain] = (values.email ?? '').toLowerCase().split('@');
  if (domain !== inbound.domain.toLowerCase() || !/^[1-9]\d{0,8}$/.test(order)) return;
  const lines = [`Name : ${values.name}`, `Passport No. : ${values.passNo}`, `PIN : ${pin}`];
  const answer = await deliver(
    {
      order,
      from: 'mdac@imi.gov.my',
      subject: 'Malaysia Digital Arrival Card',
      text: ['Thank you for your registration.', '', ...lines, ''].join('\n'),
    },
    inbound,
    // as a provider says of a mail that the authority's own server sent
    { SPF: 'pass', dkim: '{@imi.gov.my : pass}' },
  );
  if (!answer.ok) throw new Error(`The PIN could not be mailed: the product answered ${answer.status}`);
}

function search(name: Search, registrations: Registrations, values: Values): string {
  const found = registrations.of(values.passNo ?? '', values.nationality ?? '');
  const [newest] = found;
  if (!newest) return searchPage(name, values, Nothing({ why: 'no record' }));
  if (!found.some(({ pin }) => pin === values.pinKeyId)) return searchPage(name, values, Nothing({ why: 'wrong PIN' }));
  if (name === 'searchVisitPass') return searchPage(name, values, VisitPass(newest));
  return searchPage(name, values, Trips({ trips: [...found, earlierTrip(newest)] }));
}

async function printSlip(reply: FastifyReply, registrations: Registrations, id: string, { slip }: Around) {
  const trip = registrations.trip(id);
  if (!trip) return reply.code(404).send({ message: 'No such trip' });
  const { name = '', passNo = '', arrDt = '' } = trip.values;
  const bytes = await slip(name, passNo, arrDt.split('/').reverse().join('-'));
  return reply
    .headers({ ...security, 'content-disposition': 'attachment; filename="MDAC.pdf"' })
    .type('application/pdf')
    .send(Buffer.from(bytes));
}
