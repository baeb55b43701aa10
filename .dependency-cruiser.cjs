// Which folders may import which: one rule for each line of the table in the README ("Layout"). Run by `npm run rules`.
const features = 'audit|standing|policies|disputes|drafts|orders|remarks|mail|documents|packs|gateway|team|visitor|intake|account|desk|activity|auth|requests|stripe';
const inside = '^src/(?:' + features + ')/';

const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }, 'Two files that need each other are one file, or three.'),
    never('nothing-imports-tests', { pathNot: '^test/' }, { path: '^test/' }, 'Tests look at the product, never the other way round.'),
    never('shared-stands-alone', { path: '^src/shared/' }, { pathNot: '^src/shared/|^node_modules/zod' }, 'The browser loads it.'),
    never('platform-knows-no-feature', { path: '^src/platform/' }, { path: inside }, 'HTTP, jobs, files and Chrome know no business.'),
    never('platform-knows-no-entity', { path: '^src/platform/' }, { path: '^src/database/' }, 'Tables belong to features.'),
    never('database-knows-no-feature', { path: '^src/database/' }, { path: inside }, 'Entities are plain.'),
    never('auth-below-features', { path: '^src/(?:auth|activity|drafts)/' }, { path: '^src/(?:orders|remarks|mail|documents|packs|policies|disputes|gateway|team|visitor|intake|account|desk)/' }, 'Everybody needs them; they need nobody.'),
    never('orders-below-features', { path: '^src/orders/' }, { path: '^src/(?:remarks|mail|documents|packs|policies|disputes|gateway|team|visitor|intake|account|desk)/' }, 'Orders are the ground the other features stand on.'),
    never('mail-below-documents', { path: '^src/mail/' }, { path: '^src/(?:remarks|documents|packs|gateway|team|visitor|intake|account|desk)/' }, 'Documents are sent by mail; mail knows attachments only by their key.'),
    never('documents-below-the-rest', { path: '^src/documents/' }, { path: '^src/(?:remarks|packs|gateway|team|intake|account|desk)/' }, 'The card is what the rest proves, shows or sends.'),
    never('requests-below-the-rest', { path: '^src/requests/' }, { path: '^src/(?:remarks|mail|documents|packs|gateway|team|visitor|intake|account|desk)/' }, 'Customers make them, members handle them.'),
    never('standing-above-mail', { path: '^src/(?!standing/|desk/|app\.module|page-frame)[^/]+' }, { path: '^src/standing/' }, 'The board reads orders and their mails, and mails alarms; the desk shows it.'),
    never('standing-keeps-to-orders-and-mail', { path: '^src/standing/' }, { path: '^src/(?:remarks|documents|packs|policies|disputes|gateway|team|visitor|intake|account|desk|requests|stripe)/' }, 'It needs no more.'),
    never('stripe-above-disputes', { path: '^src/(?!stripe/|desk/|app\.module)[^/]+' }, { path: '^src/stripe/' }, 'It brings disputes and packs together for one gateway.'),
    never('features-keep-apart', { path: '^src/(remarks|packs|gateway|team|visitor|intake|account)/' }, { path: '^src/(?:remarks|packs|gateway|team|visitor|intake|account|desk)/', pathNot: '^src/$1/' }, 'What two features share lies below both.'),
    never('a-feature-keeps-its-sql', { path: '^src/([^/]+)/' }, { path: '\\.(?:queries|present|api\\.controller|pages\\.controller)\\.ts$', pathNot: '^src/$1/' }, 'Others call the service.'),
    never('sql-stays-in-queries', { path: '\\.(?:service|present|worker|controller)\\.ts$' }, { path: '^node_modules/typeorm', dependencyTypesNot: ['type-only'] }, 'SQL stands in *.queries.ts.'),
    never('audit-stands-alone', { path: '^src/audit/' }, { path: '^src/(?!audit/|auth/|activity/|database/|platform/|shared/|page|commands/)[^/]+' }, 'It reads what the others wrote.'),
    never('policies-stand-alone', { path: '^src/policies/' }, { path: '^src/(?!policies/|auth/|activity/|database/|platform/|shared/|page)[^/]+' }, 'Packs, disputes and pages print the texts.'),
    never('disputes-above-packs-and-intake', { path: '^src/(?:mail|documents|packs|intake|policies)/' }, { path: '^src/disputes/' }, 'A dispute is answered with packs, and shops report it; remarks and the desk stand above it.'),
    never('embedded-is-loaded-by-starters-alone', { path: '^src/[^/]+/', pathNot: '^src/(?:embedded|commands)/' }, { path: '^src/embedded/' }, 'Starters are the files above all folders, and the commands; production loads none of it.'),
    never('embedded-knows-no-table', { path: '^src/embedded/' }, { path: '^src/(?:seed|database)/' }, 'A server needs none.'),
    never('embedded-knows-no-feature', { path: '^src/embedded/' }, { path: inside }, 'It brings along what a machine lacks, not what the product does.'),
    never('client-takes-shared-alone', { path: '^client/' }, { path: '^(?:src|views)/', pathNot: '^src/shared/' }, 'Server code never reaches a browser.'),
    never('views-take-shared-alone', { path: '^views/' }, { path: '^(?:src|client)/', pathNot: '^src/shared/' }, 'A view is a function of its props.'),
    never('packages-are-declared', {}, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }, 'What package.json doesn\'t name may be gone with the next install.'),
    never('production-has-no-development-packages', { path: '^(?:src|views)/', pathNot: '\\.mjs$' }, { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }, 'A production install leaves them out.'),
    never('no-orphans', { orphan: true, pathNot: '\\.d\\.ts$|^test/' }, {}, 'What nobody loads is dead.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'client/tsconfig.paths.json') },
  },
};
