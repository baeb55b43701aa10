import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type FormControl, mirrors } from './form-controls.js';
import { citiesOf, countries, type Option, regionsFor } from './lists.js';
import type { Trip, Values } from './registrations.js';
import { style } from './style.js';
import { asQuery, controlsOf, type Variant } from './variants.js';

/** The page of the registration: empty, or with the values that the server refused. */
export function registrationPage(changes: Variant, values: Values = {}, refusal?: string): string {
  const controls = controlsOf(changes);
  const field = (control: FormControl) => <Field key={control.id} control={control} value={values[control.id]} />;
  const hidden = mirrors.filter((id) => id !== changes.unmirrored);
  return page(
    'Malaysia Digital Arrival Card',
    'form.js',
    <form
      name={changes.form ?? 'permohonan'}
      method="post"
      action={(changes.action ?? '/dev/authority/register') + asQuery(changes).replace('&', '?')}
      data-more={asQuery(changes)}
      data-loses={changes.loses}
      data-unpicked={changes.unpicked}
      data-unfilled={changes.mirror}
      data-empties={changes.empties}
    >
      <input type="hidden" name="_sourcePage" value="copy" />
      <input type="hidden" name="__fp" value="copy" />
      {hidden.map((id) => (
        <input key={id} type="hidden" id={id} name={id} defaultValue={values[id]} />
      ))}
      {refusal && <p className="refusal">{refusal}</p>}
      {controls.filter(({ inAccommodation }) => !inAccommodation).map(field)}
      <fieldset id="formAccommodation" hidden>
        <legend>Accommodation in Malaysia</legend>
        {controls.filter(({ inAccommodation }) => inAccommodation).map(field)}
      </fieldset>
      {changes.add && <Added kind={changes.add} />}
      <Puzzle />
      <p className="buttons">
        <button type="submit" id="submit" name="submitRegistration" value="Submit" disabled>
          Submit
        </button>
        <button type="reset" id="reset">
          Reset
        </button>
      </p>
    </form>,
  );
}

function Field({ control, value }: { control: FormControl; value?: string }) {
  const { id, label, kind, max, keys, refuses, mirror, isUpper, isOptional } = control;
  const rules = { 'data-label': label, 'data-keys': keys, 'data-refuses': refuses, 'data-mirror': mirror };
  const className = [isUpper && 'uppercase', kind === 'date' && 'date'].filter(Boolean).join(' ') || undefined;
  return (
    <p>
      <label htmlFor={id}>
        {label} {!isOptional && <span className="star">*</span>}
      </label>
      {kind === 'list' ? (
        <select id={id} name={id} defaultValue={value} {...rules}>
          <Rows of={rowsFor(control, value)} />
        </select>
      ) : (
        <input
          type="text"
          id={id}
          name={id}
          maxLength={max}
          className={className}
          readOnly={kind === 'date'}
          autoComplete="off"
          defaultValue={value}
          {...rules}
        />
      )}
    </p>
  );
}

/** Regions are there from the start; of the cities those of the city that was chosen. */
function rowsFor({ id, rows = [] }: FormControl, value = ''): readonly Option[] {
  if (id === 'region') return regionsFor('').rows;
  if (id === 'accommodationCity') return citiesOf(value.slice(0, 2)) ?? [];
  return rows;
}

function Rows({ of, selected = -1 }: { of: readonly Option[]; selected?: number }) {
  return (
    <>
      <option value="">Please Choose</option>
      {of.map(({ value, text }, index) => (
        <option key={index} value={value} selected={index === selected || undefined}>
          {text}
        </option>
      ))}
    </>
  );
}

/** The options of a list, as the calls of the page get them. */
export function optionsOf(rows: readonly Option[], selected?: number): string {
  return renderToStaticMarkup(<Rows of={rows} selected={selected} />);
}

function Added({ kind }: { kind: NonNullable<Variant['add']> }) {
  return (
    <p>
      <label htmlFor="added">
        A new question <span className="star">*</span>
      </label>
      {kind === 'list' ? (
        <select id="added" name="added" required>
          <Rows of={[{ value: '1', text: 'YES' }]} />
        </select>
      ) : (
        <input type={kind === 'tick' ? 'checkbox' : 'text'} id="added" name="added" required />
      )}
    </p>
  );
}

function Puzzle() {
  return (
    <div id="captcha" className="sliderContainer">
      <div className="slider">→</div>
      <span>Slide to the right</span>
    </div>
  );
}

/** The page after a registration went through. */
export function successPage(address: string): string {
  return page(
    'Malaysia Digital Arrival Card',
    undefined,
    <p className="success">SUCCESSFULLY REGISTERED. ACKNOWLEDGEMENT EMAIL WILL BE SENT TO : {address}</p>,
  );
}

const passNo = { id: 'passNo', label: 'Passport No.', kind: 'text', max: 12 } as const;
const nationality = { id: 'nationality', label: 'Nationality / Citizenship', kind: 'list', rows: countries } as const;
const pin = { id: 'pinKeyId', label: 'PIN', kind: 'text', max: 8 } as const;

const searches = {
  searchRegistration: { title: 'Check Registration', controls: [passNo, nationality, pin] },
  searchVisitPass: {
    title: 'Check Visit Pass',
    controls: [
      passNo,
      nationality,
      { id: 'email', label: 'Email', kind: 'text', max: 100 },
      { id: 'regCd', label: 'Country / Region Code', kind: 'list', rows: regionsFor('').rows },
      { id: 'mobile', label: 'Mobile No.', kind: 'text', max: 12 },
      pin,
    ],
  },
} as const satisfies Record<string, { title: string; controls: readonly FormControl[] }>;

export type Search = keyof typeof searches;

/** The page of a search; with `found` below the form what it found, or why it found nothing. */
export function searchPage(search: Search, values: Values = {}, found?: ReactNode): string {
  const { title, controls } = searches[search];
  return page(
    title,
    'search.js',
    <>
      <form name="carian" method="post" action="/dev/authority/register">
        {controls.map((control) => (
          <Field key={control.id} control={control} value={values[control.id]} />
        ))}
        <Puzzle />
        <p className="buttons">
          <button type="submit" id="submit" name={search} value="Search" disabled>
            Search
          </button>
        </p>
      </form>
      {found}
    </>,
  );
}

/** Why a search found nothing, in the page's words. */
export function Nothing({ why }: { why: 'no record' | 'wrong PIN' }) {
  return <p className="refusal">{why === 'no record' ? 'Rekod tidak dijumpai / No record found' : 'PIN tidak sah'}</p>;
}

/** The registrations of a traveller, each with a button that prints its slip. */
export function Trips({ trips }: { trips: readonly Trip[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Passport No.</th>
          <th>Date of Arrival</th>
          <th>Date of Departure</th>
          <th>Slip</th>
        </tr>
      </thead>
      <tbody>
        {trips.map(({ id, values }) => (
          <tr key={id}>
            <td>{values.name}</td>
            <td>{values.passNo}</td>
            <td>{values.arrDt}</td>
            <td>{values.depDt}</td>
            <td aria-label="Slip">
              <form method="post" action="/dev/authority/register?printSlip">
                <input type="hidden" name="hTripId" value={id} />
                <button>Print</button>
              </form>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The visit pass of a traveller who has entered. */
export function VisitPass({ values }: Pick<Trip, 'values'>) {
  return (
    <dl>
      <dt>Pass</dt>
      <dd>SOCIAL VISIT PASS</dd>
      <dt>Pass Expiry</dt>
      <dd>{values.depDt}</dd>
      <dt>Date of Entry</dt>
      <dd>{values.arrDt}</dd>
      <dt>Movements</dt>
      <dd>{values.arrDt} ENTRY</dd>
    </dl>
  );
}

function page(title: string, script: string | undefined, content: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>{title}</title>
        <link rel="stylesheet" href="/dev/authority/assets/bootstrap-datepicker.css" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <strong>A copy of the authority’s page, for tests and the demonstration.</strong> What is sent here reaches
          nobody.
          <nav>
            <a href="/dev/authority/main?registerMain">Register</a>{' '}
            <a href="/dev/authority/register?viewRegistration">Check Registration</a>{' '}
            <a href="/dev/authority/register?viewVisitPass">Check Visit Pass</a>
          </nav>
        </header>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
        {script && (
          <>
            <script src="/dev/authority/assets/jquery.js" />
            <script src="/dev/authority/assets/bootstrap-datepicker.js" />
            <script type="module" src={`/dev/authority/assets/${script}`} />
          </>
        )}
      </body>
    </html>,
  )}`;
}
