// Who may import whom (docs/architecture.md#folders-and-import-rules). Run by `npm run rules`.

/** What every feature stands on. */
const ground = 'shared platform database activity auth';

/** The folders of src, from the ground up: what each may import beside itself, and why no more. A new folder is a row here. */
const folders = {
  shared: ['', 'The browser loads it.'],
  platform: ['shared', 'HTTP, jobs, files and Chrome know no business and no table.'],
  database: ['shared platform', 'Entities are plain.'],
  embedded: ['shared platform', 'It brings along what a machine lacks, not what the product does.'],
  activity: ['shared platform database', 'Everybody writes into it.'],
  auth: ['shared platform database activity', 'Everybody asks who is signed in.'],
  commands: ['shared platform database activity embedded', 'What the scripts of several features share.'],
  seed: ['shared platform database commands', 'It fills tables, below all features.'],
  'api-docs': ['shared platform auth', 'Handlers declare what they take and answer.'],

  authority: [ground, 'Whether its pages work is known by the script’s runs.'],
  system: [`${ground} authority commands`, 'It watches the others by their rows.'],
  drafts: [ground, 'What is typed is not sent yet.'],
  retention: [ground, 'It takes out of the rows of the others what is too old.'],
  gateway: [ground, 'It needs no more.'],
  policies: [ground, 'Packs, disputes and pages print the texts.'],
  statistics: [ground, 'It counts what the rows of the others say.'],
  orders: [`${ground} drafts`, 'The other features act on orders.'],
  'saved-views': [`${ground} orders`, 'Views are of the lists of orders.'],
  live: [`${ground} orders`, 'It sends changes of orders.'],
  requests: [`${ground} orders`, 'Customers make them, members handle them.'],
  intake: [`${ground} orders mail commands`, 'Shops hand over orders; Admins get a mail of one that was paid too late.'],
  mail: [`${ground} orders`, 'Mail knows attachments only by their key.'],
  audit: [`${ground} mail commands`, 'It reads what the others wrote, and mails alarms.'],
  account: [`${ground} mail`, 'A member is told of changes by mail.'],
  team: [`${ground} drafts mail commands`, 'A member is told of changes by mail.'],
  standing: [`${ground} authority orders mail`, 'The board reads orders and their mails, and mails alarms.'],
  documents: [`${ground} orders mail`, 'The card is what the rest proves, shows or sends.'],
  inbound: [`${ground} drafts orders mail documents`, 'Mails that come in bring cards and answers.'],
  shops: [`${ground} orders documents intake`, 'What shops ask of their orders, and are told of them.'],
  packs: [`${ground} orders mail policies`, 'Packs print what is on record.'],
  disputes: [`${ground} orders mail policies intake packs commands`, 'A dispute is answered with packs, and shops report it.'],
  stripe: [`${ground} gateway orders packs disputes`, 'It brings disputes and packs together for one kind of gateway.'],
  unmatched: [`${ground} inbound stripe`, 'It lists what these two could give no order.'],
  remarks: [`${ground} drafts orders disputes`, 'A remark can open a dispute.'],
  filler: [
    `${ground} authority orders inbound`,
    'The script on the authority’s pages gets the values of an order, moves it, and brings the slip as a card that was found.',
  ],
  macros: [`${ground} orders documents inbound remarks`, 'A macro is a remark, a move and a mail at once.'],
  'call-sheet': [`${ground} orders macros`, 'Calls end with a macro.'],
  visitor: [`${ground} drafts orders requests policies mail documents`, 'What a customer sees.'],
  desk: [
    `${ground} drafts orders requests policies mail documents inbound standing packs disputes stripe remarks macros retention`,
    "It brings one order's page together.",
  ],
};

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

const layers = Object.entries(folders).map(([folder, [below, why]]) => {
  const allowed = [folder, ...below.split(' ').filter(Boolean)].join('|');
  return never(`${folder}-keeps-its-place`, { path: `^src/${folder}/` }, { path: `^src/(?!(?:${allowed})/)` }, why);
});

module.exports = {
  forbidden: [
    ...layers,
    never('every-folder-has-a-row', { path: `^src/(?!(?:${Object.keys(folders).join('|')})/)[^/]+/` }, {}, 'Its row above says what it may import.'),
    never('no-cycles', {}, { circular: true }, 'Two files that need each other are one file, or three.'),
    never('nothing-imports-tests', { pathNot: '^test/' }, { path: '^test/' }, 'Tests look at the product, never the other way round.'),
    never('shared-takes-zod-alone', { path: '^src/shared/' }, { pathNot: '^src/shared/|^node_modules/zod' }, 'The browser loads it.'),
    never('a-feature-keeps-its-sql', { path: '^src/([^/]+)/' }, { path: '\\.(?:queries|present|api\\.controller|pages\\.controller)\\.ts$', pathNot: '^src/$1/' }, 'Others call the service.'),
    never('sql-stays-in-queries', { path: '\\.(?:service|present|worker|controller)\\.ts$' }, { path: '^node_modules/typeorm', dependencyTypesNot: ['type-only'] }, 'SQL stands in *.queries.ts.'),
    never('client-takes-shared-alone', { path: '^client/' }, { path: '^(?:src|views)/', pathNot: '^src/shared/' }, 'Server code never reaches a browser.'),
    never('views-take-shared-alone', { path: '^views/' }, { path: '^(?:src|client)/', pathNot: '^src/shared/' }, 'A view is a function of its props.'),
    never('packages-are-declared', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }, 'What package.json doesn\'t name may be gone with the next install.'),
    never('production-has-no-development-packages', { path: '^(?:src/(?!embedded/)|views/)', pathNot: '\\.mjs$' }, { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }, 'A production install leaves them out, and loads nothing of src/embedded.'),
    never('no-orphans', { orphan: true, pathNot: '\\.d\\.ts$|^test/' }, {}, 'What nobody loads is dead.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // its packages are installed elsewhere
    exclude: { path: '^test/bench/peers/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'client/tsconfig.paths.json') },
  },
};
