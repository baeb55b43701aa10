import { type AmendName, amendFields, amendNames, type AmendValues, endOf } from './amend-fields.js';
import { formControls, type FormId, formIds } from './form/controls.js';

type ChangedName = AmendName | FormId;
type Sides = { from: string | null; to: string | null };

/**
 * What a row of the activity changed of an order (docs/orders.md#amend-an-order): fields by wire name, and rows of the
 * authority's lists by the name of the control there. null: nothing was on record.
 */
export type ChangedFields = Partial<Record<ChangedName, Sides>>;
export const changedNames: readonly ChangedName[] = [...new Set<ChangedName>([...amendNames, ...formIds])];

/** What an amendment of these fields changed: of a passport number the end alone. */
export function amendedOf(names: readonly AmendName[], before: AmendValues, after: AmendValues): ChangedFields {
  const kept = (name: AmendName, value: string) => (amendFields[name].masked ? endOf(value) : value || null);
  return Object.fromEntries(
    names.map((name) => [name, { from: kept(name, before[name]), to: kept(name, after[name]) }]),
  );
}

/** What changed in words: `Contact Email: old@example.com → new@example.com; City: – → Ipoh`. */
export function changedWords(changes: ChangedFields): string {
  return sidesOf(changes)
    .map(({ label, from, to }) => `${label}: ${from ?? '–'} → ${to ?? '–'}`)
    .join('; ');
}

/** What changed, in the order of the fields, each with the name that the screens give it. */
export function sidesOf(changes: ChangedFields): (Sides & { label: string })[] {
  return changedNames.flatMap((name) => {
    const sides = changes[name];
    return sides ? { ...sides, label: labelOf(name) } : [];
  });
}

function labelOf(name: ChangedName): string {
  return name in amendFields ? amendFields[name as AmendName].label : formControls[name as FormId].label;
}
