type PageRow = {
  /** As people call it. */
  name: string;
  /** Of its address, next to the form's page; the form has its own. */
  query: string | undefined;
  /** What opens it on the order's page, and how that is explained. */
  button: string;
  how: string;
};

/** The authority's pages that the script works on (docs/form.md#the-script-that-fills-the-form). */
export const authorityPages = {
  form: { name: 'the form', query: undefined, button: 'Fill the form', how: 'How it is filled' },
  registration: {
    name: 'Check Registration',
    query: 'viewRegistration',
    button: 'Get the slip',
    how: 'How it is taken',
  },
  'visit-pass': {
    name: 'Check Visit Pass',
    query: 'viewVisitPass',
    button: 'Look for the date of entry',
    how: 'How it is found',
  },
} as const satisfies Record<string, PageRow>;

export type AuthorityPage = keyof typeof authorityPages;
export const allAuthorityPages = Object.keys(authorityPages) as [AuthorityPage, ...AuthorityPage[]];

/** The order's page opens a page with this and the code at the end of its address, which no browser sends to a server. */
export const codeInAddress = 'desk-code';
