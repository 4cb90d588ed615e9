// Who may import whom. Every rule has a canary in test/architecture/fences.test.ts that tries to cross it.
// Type imports count too: what a room may not know, it may not know the shape of either.

const npm = (...names) => `^node_modules/(@types/)?(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})/`

/** A room that may say nothing but what is listed. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: { pathNot: allowed },
})

/** A thing that only the listed rooms may say. */
const ownedBy = (name, to, owners, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: owners },
  to: { path: to },
})

const gateway = '^electron/gateway/'
const tests = ['^test/']
const nodeCore =
  '^(node:)?(assert|buffer|child_process|crypto|dns|events|fs|fs/promises|http|https|net|os|path|process|stream|stream/promises|string_decoder|timers|timers/promises|tls|url|util|worker_threads|zlib)$'

const shared = [
  only(
    'shared-stands-alone',
    '^shared/',
    ['^shared/', npm('zod', 'big.js')],
    'shared runs in browsers, in Node and on tills: zod, big.js and itself; no DOM, no Node.',
  ),
  only(
    'domain-stands-alone',
    '^shared/domain/',
    ['^shared/domain/'],
    'Law is pure: no wire names, no words, no library.',
  ),
  only(
    'document-knows-domain-only',
    '^shared/document/',
    ['^shared/document/', '^shared/domain/', npm('big.js')],
    'A sale is checked in domain names; the catalogue turns wire names into them.',
  ),
  only(
    'words-know-codes-only',
    '^shared/words/',
    [
      '^shared/words/',
      '^shared/domain/(alert|attention|journal-finding|next-action|record|status)\\.ts$',
      '^shared/document/finding\\.ts$',
      '^shared/catalogue/faults\\.ts$',
    ],
    'Words are keyed by codes; they know no shapes and no endpoints.',
  ),
]

const desktop = [
  ownedBy(
    'electron-only-in-main-and-preload',
    '^(node_modules/electron/|electron$|electron/(main|common|renderer|utility)$)',
    ['^electron/(main|preload|self-test)/', ...tests],
    'The gateway also runs headless; what it needs of the desktop comes as a port.',
  ),
  {
    name: 'main-sees-the-gateways-door-only',
    comment: 'The desktop starts the gateway as another host does, in a process of its own.',
    severity: 'error',
    from: { path: '^electron/(main|preload)/' },
    to: {
      path: gateway,
      pathNot:
        '^electron/gateway/(gateway|ports|data-dir|proof|http/screens-policy|settings/(names|settings|values))\\.ts$',
    },
  },
  {
    name: 'renderer-knows-shared-only',
    comment: 'Screens reach the gateway by HTTP, with the typed client that a till uses.',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^(electron|build|test)/' },
  },
  {
    name: 'renderer-runs-in-a-page',
    comment: 'No Node in a sandboxed page.',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
]

const rooms = [
  {
    name: 'gateway-knows-nothing-above',
    comment: 'The gateway is a value; hosts, screens, build and tests stand above it.',
    severity: 'error',
    from: { path: gateway },
    to: { path: '^(electron/(headless|gateway-host|main|preload)|renderer|build|test)/' },
  },
  only(
    'store-knows-no-room',
    `${gateway}store/`,
    [`${gateway}store/`, `${gateway}(crash-points|ports)\\.ts$`, '^shared/', npm('better-sqlite3'), nodeCore],
    'The store stands behind its port; PostgreSQL may stand there one day.',
  ),
  only(
    'store-port-is-shapes-only',
    `${gateway}store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)\\.ts$`,
    ['^shared/', `${gateway}store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)\\.ts$`],
    'A port that imports its implementation is not a port.',
  ),
  only(
    'authority-knows-ports-only',
    `${gateway}authority/`,
    [
      `${gateway}authority/`,
      `${gateway}store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)\\.ts$`,
      `${gateway}(allowance|crash-points|ports)\\.ts$`,
      // The practice authority checks codes against the published tables themselves.
      `${gateway}codes/lists/`,
      '^shared/(document|domain)/',
      npm('axios', 'big.js', 'zod', 'node-forge', 'fastify', 'better-sqlite3'),
      nodeCore,
    ],
    'The adapter knows neither the HTTP door nor the outbox, and not the wire names of the tills.',
  ),
  only(
    'authority-port-is-shapes-only',
    `${gateway}authority/port\\.ts$`,
    ['^shared/', `${gateway}store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)\\.ts$`],
    'A port that imports its implementation is not a port.',
  ),
  {
    name: 'adapter-and-practice-are-strangers',
    comment: 'Practice mode is reached over HTTP: one adapter path, no easier one for demos.',
    severity: 'error',
    from: { path: `${gateway}authority/(?!practice/)` },
    to: { path: `${gateway}authority/practice/` },
  },
  {
    name: 'practice-and-adapter-are-strangers',
    comment: 'The practice authority must not agree with the adapter because both share code.',
    severity: 'error',
    from: { path: `${gateway}authority/practice/` },
    to: { path: `${gateway}authority/(?!practice/)` },
  },
  only(
    'http-knows-no-room',
    `${gateway}http/`,
    [
      `${gateway}http/`,
      `${gateway}(access|ports)\\.ts$`,
      `${gateway}store/refusal\\.ts$`,
      '^shared/',
      npm('fastify', 'zod', '@fastify/[a-z-]+', 'marked'),
      nodeCore,
    ],
    'The door knows calls, not what answers them.',
  ),
  only(
    'handlers-know-ports-only',
    `${gateway}handlers/`,
    [
      `${gateway}handlers/`,
      `${gateway}http/(call|findings|json-text)\\.ts$`,
      `${gateway}(store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)|authority/port)\\.ts$`,
      `${gateway}codes/codes\\.ts$`,
      `${gateway}(access|allowance|changes|crash-points|document-number|ports|same-body|taxpayer-turn|until-fresh)\\.ts$`,
      '^shared/',
      '^package\\.json$',
      npm('zod'),
      '^(node:)?crypto$',
    ],
    'Handlers gather facts, ask the domain and write through a port.',
  ),
  only(
    'outbox-knows-ports-only',
    `${gateway}outbox/`,
    [
      `${gateway}outbox/`,
      `${gateway}(store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)|authority/port)\\.ts$`,
      `${gateway}store/refusal\\.ts$`,
      `${gateway}(changes|crash-points|ports|sale-of-body)\\.ts$`,
      '^shared/(document|domain)/',
      '^(node:)?(crypto|timers/promises)$',
    ],
    'The outbox claims, sends and settles through ports.',
  ),
  only(
    'codes-know-no-room',
    `${gateway}codes/`,
    [
      `${gateway}codes/`,
      `${gateway}ports\\.ts$`,
      '^shared/(document|domain)/',
      npm('axios', 'croner', 'zod'),
      '^(node:)?(crypto|fs|fs/promises|http|https|path)$',
    ],
    'The lists know what a code is and nothing of who asks.',
  ),
  only(
    'watch-knows-ports-only',
    `${gateway}watch/`,
    [
      `${gateway}watch/`,
      `${gateway}(store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)|authority/port)\\.ts$`,
      `${gateway}(ports|settings/alerts)\\.ts$`,
      '^shared/(domain/|catalogue/record-to-wire\\.ts$)',
      '^(node:)?(fs/promises|perf_hooks)$',
    ],
    'Who looks after a room must not stand and fall with it.',
  ),
  only(
    'operator-knows-ports-and-shapes',
    `${gateway}operator/`,
    [
      `${gateway}(operator|handlers|outbox|watch|authority/practice)/`,
      `${gateway}(shifts|reconciliation|consolidation|webhooks)/`,
      `${gateway}http/(call|findings|server)\\.ts$`,
      `${gateway}(store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)|authority/port)\\.ts$`,
      `${gateway}codes/codes\\.ts$`,
      `${gateway}(access|allowance|changes|credentials|ports|sale-of-body|taxpayer-turn|until-fresh)\\.ts$`,
      '^shared/',
      npm('big.js', 'bwip-js', 'prom-client', 'zod'),
      nodeCore,
    ],
    'Handlers of the owner: as those of the tills, and shapes of what they look after.',
  ),
  only(
    'consolidation-knows-ports-only',
    `${gateway}consolidation/`,
    [
      `${gateway}consolidation/`,
      // A record is shown in one way.
      `${gateway}handlers/record-view\\.ts$`,
      `${gateway}http/(call|findings)\\.ts$`,
      `${gateway}store/port(|-records|-consolidation)\\.ts$`,
      `${gateway}(access|changes|crash-points|document-number|ports|sale-of-body)\\.ts$`,
      '^shared/',
      npm('croner', 'zod'),
    ],
    'Consolidation plans in the domain and writes through a port.',
  ),
  only(
    'shifts-know-ports-only',
    `${gateway}(shifts|reconciliation)/`,
    [
      `${gateway}(shifts|reconciliation)/`,
      // A report is a page like the slip.
      `${gateway}operator/slip/`,
      `${gateway}http/(call|findings)\\.ts$`,
      `${gateway}(store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)|authority/port)\\.ts$`,
      `${gateway}codes/codes\\.ts$`,
      `${gateway}watch/watch\\.ts$`,
      // A shift that ends sends off its receipts, where the company wants it so.
      `${gateway}consolidation/shift-end\\.ts$`,
      `${gateway}csv-cell\\.ts$`,
      `${gateway}ports\\.ts$`,
      '^shared/',
      npm('zod'),
    ],
    'Shifts and comparisons gather facts, ask the domain and write through a port.',
  ),
  only(
    'webhooks-know-ports-only',
    `${gateway}webhooks/`,
    [
      `${gateway}webhooks/`,
      // A record is shown in one way.
      `${gateway}handlers/record-view\\.ts$`,
      `${gateway}http/(call|findings)\\.ts$`,
      `${gateway}settings/values\\.ts$`,
      `${gateway}store/port(|-webhooks)\\.ts$`,
      `${gateway}(changes|crash-points|ports|secrets)\\.ts$`,
      '^shared/',
      '^(node:)?crypto$',
    ],
    'Webhooks tell what the change feed tells, and keep their place through a port.',
  ),
  only(
    'drop-folder-is-a-till',
    `${gateway}drop-folder/`,
    [
      `${gateway}drop-folder/`,
      // What never gets as far as the door is refused in the same words.
      `${gateway}http/problems\\.ts$`,
      `${gateway}settings/(settings|values)\\.ts$`,
      `${gateway}store/port(|-records)\\.ts$`,
      `${gateway}(access|changes|crash-points|ports|secrets)\\.ts$`,
      '^shared/',
      npm('csv-parse'),
      nodeCore,
    ],
    'The folder submits through the door like any till, with a token of its own.',
  ),
  {
    name: 'floor-knows-ports-only',
    comment:
      'Pieces that several rooms stand on know no room. sale-of-body.ts reads a kept body with the reader that let it in.',
    severity: 'error',
    from: {
      path: `${gateway}(access|allowance|changes|crash-points|data-dir|document-number|ports|same-body|sale-of-body|secrets|system|taxpayer-turn|until-fresh)\\.ts$`,
    },
    to: {
      path: `${gateway}[^/]+/`,
      pathNot: [
        `${gateway}store/port(|-records|-people|-journal|-consolidation|-shifts|-webhooks)\\.ts$`,
        `${gateway}http/json-text\\.ts$`,
      ],
    },
  },
]

const doors = [
  ownedBy(
    'store-behind-its-port',
    `${gateway}store/(?!(port|port-records|port-people|port-journal|port-consolidation|port-shifts|port-webhooks|refusal)\\.ts$)`,
    [
      `${gateway}store/`,
      `${gateway}(gateway|journal-at-rest|journal-keeping|moving|moving-in)\\.ts$`,
      '^electron/headless/cli/reach\\.ts$',
      ...tests,
    ],
    'Only gateway.ts sees the implementation; a command line reads in a resting store which authority it belongs to.',
  ),
  ownedBy(
    'authority-behind-its-port',
    `${gateway}authority/(?!port\\.ts$)`,
    [
      `${gateway}authority/`,
      `${gateway}(gateway|authorities|credentials|operator/practice-fault)\\.ts$`,
      '^electron/self-test/crypto\\.ts$',
      ...tests,
    ],
    'Only authorities.ts chooses between the implementations; a self-test signs and opens as they do.',
  ),
  ownedBy(
    'handlers-behind-the-routes',
    `${gateway}handlers/`,
    [
      `${gateway}(handlers|operator)/`,
      `${gateway}consolidation/(convert|handlers)\\.ts$`,
      `${gateway}webhooks/dispatch\\.ts$`,
      `${gateway}(wiring(-routes)?|routes)\\.ts$`,
      ...tests,
    ],
    'Only routes.ts hangs handlers on endpoints, and only wiring.ts and wiring-routes.ts give them their parts.',
  ),
  ownedBy(
    'outbox-behind-the-gateway',
    `${gateway}outbox/(?!timing\\.ts$)`,
    [`${gateway}(outbox|operator)/`, `${gateway}(gateway|wiring(-routes)?)\\.ts$`, ...tests],
    'Only wiring.ts makes the outbox and only gateway.ts starts it.',
  ),
  ownedBy(
    'timing-is-a-setting',
    `${gateway}outbox/timing\\.ts$`,
    [`${gateway}outbox/`, `${gateway}settings/settings\\.ts$`, ...tests],
    'Pauses are set in one place.',
  ),
  {
    name: 'shapes-of-rooms-only',
    comment:
      'Who is given a piece of another room by gateway.ts may name its shape, not fetch it. practice-fault.ts reads an ask as the practice authority does.',
    severity: 'error',
    from: { path: `${gateway}(operator/|credentials\\.ts$)` },
    to: {
      path: `${gateway}(handlers|outbox|watch|store/(?!(port|port-records|port-people|port-journal|port-consolidation|port-shifts|port-webhooks|refusal)\\.ts$)|authority/(?!port\\.ts$|practice/faults/))`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'hosts-see-the-gateways-door-only',
    comment: 'A host starts the gateway and gives it ports; it does not reach into its rooms.',
    severity: 'error',
    from: { path: '^electron/(headless|gateway-host)/', pathNot: '^electron/headless/cli/reach\\.ts$' },
    to: { path: `${gateway}[^/]+/`, pathNot: `${gateway}(store/refusal|settings/(names|settings|values))\\.ts$` },
  },
]

const libraries = [
  ownedBy(
    'sqlite-only-in-store',
    npm('better-sqlite3'),
    [`${gateway}store/`, `${gateway}authority/practice/ledger`, ...tests],
    'All SQL lives in the store; the practice authority keeps a ledger of its own.',
  ),
  ownedBy(
    'axios-only-in-authority',
    npm('axios'),
    [`${gateway}authority/`, `${gateway}codes/refresh\\.ts$`, ...tests],
    'One hardened way out of the house.',
  ),
  ownedBy(
    'fastify-only-at-doors',
    npm('fastify', '@fastify/[a-z-]+'),
    [`${gateway}(http|operator|authority/practice)/`, `${gateway}(gateway|door)\\.ts$`, ...tests],
    'Handlers are given calls, not requests of a framework.',
  ),
]

const history = [
  ownedBy(
    'migrations-only-for-migrate',
    `${gateway}store/migrations/\\d`,
    [`${gateway}store/migrations/migrate\\.ts$`, `${tests[0]}.*migrat`],
    'Migrations are frozen history; nobody builds on them.',
  ),
  only(
    'migrations-import-nothing',
    `${gateway}store/migrations/\\d`,
    ['^$'],
    'What a migration imports can change, and then the migration has changed.',
  ),
]

const whole = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other at run time are one file. Types may point back.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'nothing-unresolved',
    comment: 'An import that leads nowhere is an import that no fence sees.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'product-needs-no-development-package',
    comment: 'What is shipped is installed without devDependencies. electron itself comes with the packaging.',
    severity: 'error',
    from: { path: '^(shared|electron)/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^node_modules/(electron|@types)/' },
  },
  {
    name: 'product-knows-no-test',
    comment: 'Tests and build stand above the product.',
    severity: 'error',
    from: { path: '^(shared|electron|renderer)/' },
    to: { path: '^(test|build)/' },
  },
]

module.exports = {
  forbidden: [...shared, ...desktop, ...rooms, ...doors, ...libraries, ...history, ...whole],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\.tsbuild/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
