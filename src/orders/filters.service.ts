import { Injectable } from '@nestjs/common';
import { Env } from '../platform/env.js';
import { nationalities } from '../shared/countries.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import { Refused } from '../platform/reply.js';
import type { OfferedFilter } from '../shared/answers/filters.js';
import {
  type ChosenFilter,
  type FilterName,
  filterNames,
  type Filters,
  forbiddenFilter,
  mayFilterBy,
  orderFilters,
} from '../shared/order-filters.js';
import type { Role } from '../shared/roles.js';
import { FiltersQueries } from './filters.queries.js';

type Option = { value: string; text: string };

/** @throws Refused 403, with a sentence, when a member of this type may not use one of the filters. */
export function refuseFilters(role: Role, query: Parameters<typeof forbiddenFilter>[1]): void {
  const name = forbiddenFilter(role, query);
  if (name) throw new Refused(`You are not allowed to filter by ${orderFilters[name].label.toLowerCase()}.`, 403);
}

/** What can be chosen for each filter of the lists, and what was chosen, in words (docs/screens.md#filters). */
@Injectable()
export class FiltersService {
  constructor(
    private readonly queries: FiltersQueries,
    private readonly env: Env,
  ) {}

  /** The filters that a member of this type may use, with their options. */
  offered(role: Role): Promise<OfferedFilter[]> {
    const names = filterNames.filter((name) => mayFilterBy(role, name));
    return Promise.all(
      names.map(async (name) => {
        const { label, asks } = orderFilters[name];
        return { name, label, asks, options: await this.optionsOf(name) };
      }),
    );
  }

  /** The chosen filters in words. A value that is no option any more is shown as it is. */
  chosen(filters: Filters): Promise<ChosenFilter[]> {
    const names = filterNames.filter((name) => filters[name] !== undefined);
    return Promise.all(
      names.map(async (name) => {
        const value = filters[name]!;
        const known = (await this.optionsOf(name)).find((option) => option.value === value);
        return { name, label: orderFilters[name].label, value, text: known?.text ?? value };
      }),
    );
  }

  private async optionsOf(name: FilterName): Promise<Option[]> {
    const fixed = Object.entries(orderFilters[name].options ?? {}).map(([value, text]) => ({ value, text }));
    return [...fixed, ...((await this.own[name]?.()) ?? [])];
  }

  /** The options that only the server knows. */
  private readonly own: Partial<Record<FilterName, () => Promise<Option[]> | Option[]>> = {
    nationality: () =>
      nationalities
        .filter(({ code }) => nationalityCode(code) === code)
        .map(({ code, name }) => ({ value: code, text: name })),
    brand: () => this.env.brands.map(({ key, name }) => ({ value: key, text: name })),
    gateway: async () => (await this.queries.gateways()).map(named),
    holder: async () => (await this.queries.members()).map(named),
  };
}

function named({ id, name }: { id: number; name: string }): Option {
  return { value: String(id), text: name };
}
