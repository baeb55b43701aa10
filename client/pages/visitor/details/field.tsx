import { Field, Select } from '@/components/field';
import { Own } from '@/pages/visitor/parts/known-facts';
import { correctionFields } from '@shared/correction-fields';
import type { CorrectionField, ListEntry } from '@shared/corrections';
import type { ReactNode } from 'react';

type DetailsFieldProps = { field: CorrectionField; typed: string | undefined; error: string | undefined };

/** A field with why it is asked for, filled with what was typed, else with what the order has. */
export function DetailsField({ field, typed, error }: DetailsFieldProps) {
  const { name, value, list } = field;
  const { label, kind, autoComplete, inputMode } = correctionFields[name];
  const hint = <Hint field={field} isError={error === field.why} />;
  const shared = { name, label, hint, error, autoComplete: autoComplete ?? 'off' };
  const filled = typed ?? value;
  if (list) return <List {...shared} field={field} filled={filled} />;
  return (
    <Field
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={inputMode}
      defaultValue={filled}
      dir="auto"
      spellCheck={false}
      translate="no"
      className={kind === 'date' ? '[&_input]:max-w-64' : ''}
    />
  );
}

/** Why it is asked for, unless the error says it; how it is written; what the order has and the field can’t. */
function Hint({ field: { name, why, said }, isError }: { field: CorrectionField; isError: boolean }): ReactNode {
  const { hint, limit } = correctionFields[name];
  const written = [hint, limit && `At most ${limit} characters`].filter(Boolean).join('. ');
  return (
    <>
      {!isError && <span className="block text-ink">{why}</span>}
      {written && <span className="block">{written}.</span>}
      {said && (
        <span className="block">
          {'Your order has: '}
          <bdi className="wrap-anywhere">
            <Own>{said}</Own>
          </bdi>
        </span>
      )}
    </>
  );
}

type ListProps = Omit<Parameters<typeof Select>[0], 'children'> & { field: CorrectionField; filled: string };

/** The list of the authority's form; the entries that may be meant come first. */
function List({ field: { near, list }, filled, ...select }: ListProps) {
  const nearValues = near.map(({ value }) => value);
  const others = list!.filter(({ value }) => !nearValues.includes(value));
  return (
    <Select {...select} defaultValue={[...near, ...others].some(({ value }) => value === filled) ? filled : ''}>
      <option value="">Please choose</option>
      {near.length === 0 ? (
        <Options of={others} />
      ) : (
        <>
          <optgroup label="Perhaps you mean">
            <Options of={near} />
          </optgroup>
          <optgroup label="All others">
            <Options of={others} />
          </optgroup>
        </>
      )}
    </Select>
  );
}

function Options({ of }: { of: ListEntry[] }) {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
