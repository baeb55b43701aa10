import { z } from 'zod';
import { allAuthorityPages } from '../authority-pages.js';
import { utcMoment, wholeNumber } from '../output.js';
import { allPageStates } from '../page-states.js';

/** How one of the authority's pages is (docs/form.md#whether-the-authoritys-pages-work). */
export const pageState = z
  .object({
    page: z.enum(allAuthorityPages),
    state: z.enum(allPageStates),
    since: utcMoment.nullable().describe('Of a trouble; null where there is none.'),
    what: z.array(z.string()).describe('How a page that changed differs from the known one.'),
    tries: wholeNumber.describe('How often the trouble was found.'),
    members: z.array(z.string()).describe('The names of the members who found it.'),
    filled_at: utcMoment.nullable().describe('When the script last filled it.'),
    ms: wholeNumber.nullable().describe('How many milliseconds the page took then.'),
  })
  .meta({ id: 'AuthorityPageState' });
export type PageState = z.infer<typeof pageState>;
