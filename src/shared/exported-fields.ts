import type { AmendName } from './amend-fields.js';

/**
 * What of an order the CSV file of a list has besides the list's columns, when it is asked for: what the authority's form asks
 * for, without what only a passport has, its number among it (docs/screens.md#lists-and-search).
 */
export const exportedNames = [
  'nationality',
  'place_of_birth',
  'dod',
  'flight_detail',
  'mode_of_travel',
  'last_port_embarkation',
  'embarkation_country',
  'accommodation_type',
  'accommodation_of_Stay',
  'address',
  'address2',
  'state',
  'post_code',
  'city',
  'phone_code',
  'phone_number',
] as const satisfies readonly AmendName[];
export type ExportedName = (typeof exportedNames)[number];
