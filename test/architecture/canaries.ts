/** One line of one file of a tree that mirrors the layout. */
export interface Line {
  readonly file: string
  readonly says: string
}

interface Canary {
  /** Each file here must be reported by the rule. */
  readonly refused: readonly Line[]
  /** What else must stand there for it. */
  readonly beside?: readonly Line[]
  /** Each file here must be reported by no rule. */
  readonly passes: readonly Line[]
}

const line = (file: string, target: string): Line => ({ file, says: `import '${target}'` })
const typeLine = (file: string, target: string): Line => ({ file, says: `import type { Thing } from '${target}'` })

const gateway = 'electron/gateway'

/** By name of the rule in build/dependency-cruiser.cjs. */
export const canaries: Readonly<Record<string, Canary>> = {
  'shared-stands-alone': {
    refused: [
      line('shared/catalogue/uses-node.ts', 'node:fs'),
      line('shared/catalogue/uses-library.ts', 'left-pad'),
      typeLine('shared/catalogue/uses-gateway.ts', '../../electron/gateway/ports.ts'),
    ],
    passes: [line('shared/catalogue/uses-zod.ts', 'zod'), line('shared/catalogue/uses-decimals.ts', 'big.js')],
  },
  'domain-stands-alone': {
    refused: [
      typeLine('shared/domain/knows-wire.ts', '../catalogue/shapes/record.ts'),
      line('shared/domain/knows-zod.ts', 'zod'),
    ],
    passes: [line('shared/domain/knows-itself.ts', './record.ts')],
  },
  'document-knows-domain-only': {
    refused: [typeLine('shared/document/knows-wire.ts', '../catalogue/names.ts')],
    passes: [line('shared/document/knows-record.ts', '../domain/record.ts')],
  },
  'words-know-codes-only': {
    refused: [typeLine('shared/words/knows-shapes.ts', '../catalogue/shapes/record.ts')],
    passes: [typeLine('shared/words/knows-faults.ts', '../catalogue/faults.ts')],
  },
  'electron-only-in-main-and-preload': {
    refused: [
      line(`${gateway}/opens-window.ts`, 'electron'),
      line('electron/headless/opens-window.ts', 'electron'),
      line('electron/gateway-host/opens-window.ts', 'electron'),
      typeLine('renderer/gateway/knows-window.ts', 'electron'),
    ],
    passes: [line('electron/main/opens-window.ts', 'electron'), line('electron/preload/opens-bridge.ts', 'electron')],
  },
  'main-sees-the-gateways-door-only': {
    refused: [typeLine('electron/main/reads-store.ts', '../gateway/store/port.ts')],
    passes: [line('electron/main/starts-gateway.ts', '../gateway/gateway.ts')],
  },
  'renderer-knows-shared-only': {
    refused: [typeLine('renderer/screens/reads-ports.ts', '../../electron/gateway/ports.ts')],
    passes: [line('renderer/screens/asks.ts', '../../shared/catalogue/client.ts')],
  },
  'renderer-runs-in-a-page': {
    refused: [line('renderer/parts/reads-disk.ts', 'node:fs')],
    passes: [line('renderer/parts/reads-words.ts', '../../shared/words/words.ts')],
  },
  'gateway-knows-nothing-above': {
    refused: [
      line(`${gateway}/knows-host.ts`, '../headless/main.ts'),
      line(`${gateway}/knows-window.ts`, '../main/window.ts'),
      line(`${gateway}/knows-screens.ts`, '../../renderer/start.ts'),
    ],
    passes: [line('electron/headless/main.ts', '../gateway/gateway.ts')],
  },
  'store-knows-no-room': {
    refused: [
      typeLine(`${gateway}/store/knows-calls.ts`, '../http/call.ts'),
      typeLine(`${gateway}/store/knows-authority.ts`, '../authority/port.ts'),
    ],
    passes: [line(`${gateway}/store/knows-clock.ts`, '../ports.ts'), line(`${gateway}/store/knows-disk.ts`, 'node:fs')],
  },
  'store-port-is-shapes-only': {
    refused: [typeLine(`${gateway}/store/port.ts`, './rows.ts')],
    passes: [typeLine(`${gateway}/store/port.ts`, '../../../shared/domain/record.ts')],
  },
  'authority-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/authority/knows-outbox.ts`, '../outbox/parts.ts'),
      typeLine(`${gateway}/authority/knows-calls.ts`, '../http/call.ts'),
      line(`${gateway}/authority/knows-wire.ts`, '../../../shared/catalogue/names.ts'),
      line(`${gateway}/authority/knows-store.ts`, '../store/open.ts'),
    ],
    passes: [line(`${gateway}/authority/knows-port.ts`, '../store/port.ts')],
  },
  'authority-port-is-shapes-only': {
    refused: [typeLine(`${gateway}/authority/port.ts`, './myinvois/adapter.ts')],
    passes: [typeLine(`${gateway}/authority/port.ts`, '../store/port.ts')],
  },
  'adapter-and-practice-are-strangers': {
    refused: [line(`${gateway}/authority/myinvois/shortcut.ts`, '../practice/ledger.ts')],
    passes: [line(`${gateway}/authority/myinvois/adapter.ts`, '../http-client.ts')],
  },
  'practice-and-adapter-are-strangers': {
    refused: [line(`${gateway}/authority/practice/shortcut.ts`, '../myinvois/errors.ts')],
    passes: [line(`${gateway}/authority/practice/server.ts`, './ledger.ts')],
  },
  'http-knows-no-room': {
    refused: [
      line(`${gateway}/http/knows-handler.ts`, '../handlers/submit.ts'),
      typeLine(`${gateway}/http/knows-store.ts`, '../store/port.ts'),
    ],
    passes: [line(`${gateway}/http/problems.ts`, '../store/refusal.ts'), line(`${gateway}/http/server.ts`, 'fastify')],
  },
  'handlers-know-ports-only': {
    refused: [
      line(`${gateway}/handlers/knows-sqlite.ts`, '../store/sqlite-store.ts'),
      line(`${gateway}/handlers/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
      typeLine(`${gateway}/handlers/knows-server.ts`, '../http/server.ts'),
      typeLine(`${gateway}/handlers/knows-outbox.ts`, '../outbox/parts.ts'),
    ],
    passes: [
      line(`${gateway}/handlers/knows-store-port.ts`, '../store/port.ts'),
      line(`${gateway}/handlers/knows-authority-port.ts`, '../authority/port.ts'),
      line(`${gateway}/handlers/knows-calls.ts`, '../http/call.ts'),
    ],
  },
  'outbox-knows-ports-only': {
    refused: [
      line(`${gateway}/outbox/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
      typeLine(`${gateway}/outbox/knows-handlers.ts`, '../handlers/submit.ts'),
      line(`${gateway}/outbox/knows-wire.ts`, '../../../shared/catalogue/names.ts'),
    ],
    passes: [
      line(`${gateway}/outbox/knows-port.ts`, '../authority/port.ts'),
      line(`${gateway}/outbox/knows-failure.ts`, '../store/refusal.ts'),
    ],
  },
  'codes-know-no-room': {
    refused: [typeLine(`${gateway}/codes/knows-store.ts`, '../store/port.ts')],
    passes: [line(`${gateway}/codes/knows-codes.ts`, '../../../shared/document/codes.ts')],
  },
  'floor-knows-ports-only': {
    refused: [line(`${gateway}/access.ts`, './store/tokens.ts')],
    passes: [line(`${gateway}/access.ts`, './store/port.ts')],
  },
  'store-behind-its-port': {
    refused: [line('electron/headless/opens-store.ts', '../gateway/store/open.ts')],
    passes: [line(`${gateway}/gateway.ts`, './store/sqlite-store.ts')],
  },
  'authority-behind-its-port': {
    refused: [line(`${gateway}/handlers/asks-directly.ts`, '../authority/myinvois/api.ts')],
    passes: [line(`${gateway}/authorities.ts`, './authority/myinvois/adapter.ts')],
  },
  'handlers-behind-the-routes': {
    refused: [line(`${gateway}/http/calls-handler.ts`, '../handlers/void.ts')],
    passes: [line(`${gateway}/routes.ts`, './handlers/void.ts')],
  },
  'outbox-behind-the-gateway': {
    refused: [line(`${gateway}/handlers/wakes.ts`, '../outbox/outbox.ts')],
    passes: [line(`${gateway}/gateway.ts`, './outbox/outbox.ts')],
  },
  'timing-is-a-setting': {
    refused: [line(`${gateway}/handlers/knows-pauses.ts`, '../outbox/timing.ts')],
    passes: [line(`${gateway}/settings/settings.ts`, '../outbox/timing.ts')],
  },
  'webhooks-know-ports-only': {
    refused: [
      typeLine(`${gateway}/webhooks/knows-outbox.ts`, '../outbox/outbox.ts'),
      line(`${gateway}/webhooks/knows-store.ts`, '../store/webhooks.ts'),
    ],
    passes: [typeLine(`${gateway}/webhooks/knows-changes.ts`, '../changes.ts')],
  },
  'drop-folder-is-a-till': {
    refused: [
      typeLine(`${gateway}/drop-folder/knows-handlers.ts`, '../handlers/submit.ts'),
      line(`${gateway}/drop-folder/knows-store.ts`, '../store/tokens.ts'),
    ],
    passes: [
      typeLine(`${gateway}/drop-folder/knows-changes.ts`, '../changes.ts'),
      line(`${gateway}/drop-folder/knows-problems.ts`, '../http/problems.ts'),
    ],
  },
  'watch-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/watch/knows-outbox.ts`, '../outbox/outbox.ts'),
      line(`${gateway}/watch/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
    ],
    passes: [
      typeLine(`${gateway}/watch/knows-store-port.ts`, '../store/port.ts'),
      typeLine(`${gateway}/watch/knows-limits.ts`, '../settings/alerts.ts'),
    ],
  },
  'operator-knows-ports-and-shapes': {
    refused: [
      typeLine(`${gateway}/operator/knows-guards.ts`, '../http/guards.ts'),
      typeLine(`${gateway}/operator/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
      typeLine(`${gateway}/operator/knows-sqlite.ts`, '../store/sqlite-store.ts'),
    ],
    passes: [line(`${gateway}/operator/tokens.ts`, '../access.ts')],
  },
  'consolidation-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/consolidation/knows-sqlite.ts`, '../store/sqlite-store.ts'),
      line(`${gateway}/consolidation/sends.ts`, '../outbox/outbox.ts'),
    ],
    passes: [typeLine(`${gateway}/consolidation/keeps.ts`, '../store/port-consolidation.ts')],
  },
  'shifts-know-ports-only': {
    refused: [
      typeLine(`${gateway}/shifts/knows-sqlite.ts`, '../store/sqlite-store.ts'),
      typeLine(`${gateway}/reconciliation/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
    ],
    passes: [line(`${gateway}/shifts/prints.ts`, '../operator/slip/html.ts')],
  },
  'shapes-of-rooms-only': {
    refused: [
      line(`${gateway}/operator/wakes.ts`, '../outbox/outbox.ts'),
      line(`${gateway}/credentials.ts`, './authority/myinvois/session.ts'),
    ],
    passes: [typeLine(`${gateway}/operator/queue.ts`, '../outbox/outbox.ts')],
  },
  'hosts-see-the-gateways-door-only': {
    refused: [line('electron/headless/reads-access.ts', '../gateway/http/guards.ts')],
    passes: [line('electron/headless/knows-settings.ts', '../gateway/settings/settings.ts')],
  },
  'sqlite-only-in-store': {
    refused: [
      line(`${gateway}/handlers/asks-sqlite.ts`, 'better-sqlite3'),
      line(`${gateway}/authority/practice/server-rows.ts`, 'better-sqlite3'),
    ],
    passes: [
      line(`${gateway}/store/open.ts`, 'better-sqlite3'),
      line(`${gateway}/authority/practice/ledger.ts`, 'better-sqlite3'),
    ],
  },
  'axios-only-in-authority': {
    refused: [line(`${gateway}/handlers/asks-out.ts`, 'axios'), line(`${gateway}/codes/asks-out.ts`, 'axios')],
    passes: [line(`${gateway}/authority/http-client.ts`, 'axios'), line(`${gateway}/codes/refresh.ts`, 'axios')],
  },
  'fastify-only-at-doors': {
    refused: [typeLine(`${gateway}/handlers/knows-requests.ts`, 'fastify')],
    passes: [line(`${gateway}/authority/practice/app.ts`, 'fastify')],
  },
  'migrations-only-for-migrate': {
    refused: [line(`${gateway}/store/reads-history.ts`, './migrations/0010-records.ts')],
    passes: [line(`${gateway}/store/migrations/migrate.ts`, './0010-records.ts')],
  },
  'migrations-import-nothing': {
    refused: [line(`${gateway}/store/migrations/0090-clever.ts`, '../rows.ts')],
    passes: [{ file: `${gateway}/store/migrations/0090-plain.ts`, says: "export const plain = 'CREATE TABLE'" }],
  },
  'no-cycle': {
    // A cycle is reported once, at the file that comes first.
    beside: [line(`${gateway}/store/hen.ts`, './egg.ts')],
    refused: [line(`${gateway}/store/egg.ts`, './hen.ts')],
    passes: [line(`${gateway}/store/child.ts`, './parent.ts'), typeLine(`${gateway}/store/parent.ts`, './child.ts')],
  },
  'nothing-unresolved': {
    refused: [line(`${gateway}/store/leads.ts`, './nowhere.ts')],
    passes: [line(`${gateway}/store/leads.ts`, './somewhere.ts')],
  },
  'product-needs-no-development-package': {
    refused: [line('electron/headless/uses-test-tool.ts', 'fast-check')],
    passes: [line('electron/headless/uses-library.ts', 'zod')],
  },
  'product-knows-no-test': {
    refused: [
      line('electron/headless/uses-test.ts', '../../test/support/till.ts'),
      line('electron/headless/uses-build.ts', '../../build/fences.ts'),
    ],
    passes: [line('test/support/till.ts', '../../electron/gateway/gateway.ts')],
  },
}
