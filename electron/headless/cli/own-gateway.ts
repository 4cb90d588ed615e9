import { existsSync } from 'node:fs'
import type { RequestParts } from '../../../shared/api/call.ts'
import { makeSqliteOpener } from '../../gateway/compose/sqlite.ts'
import { demoCompanyAt, demoCompanyIds } from '../../gateway/features/companies/demo-company.ts'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import type { DataPaths } from '../../gateway/installation/data-dir.ts'
import { bindToAuthority, boundAuthorityEnv, makeDemoCompany } from '../../gateway/installation/installation.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock } from '../../gateway/platform/system.ts'
import { readSettings } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import { openSqliteStore } from '../../gateway/store/sqlite-store.ts'
import { fetchInside } from '../discovery.ts'
import { systemPorts } from '../process-ports.ts'
import { rethrowUnlessDiskError } from './at-rest.ts'
import { envLanguage, type GatewayClient, makeCaller } from './calls-over.ts'

/** A gateway for one command. It sends nothing. */
export async function openGateway(dataDir: DataPaths, env: Environment): Promise<GatewayClient> {
  const bound = await readBinding(dataDir)
  const settings = readSettings(['--data-dir', dataDir.path], { ...env, ...bound, RESIT_DISPATCH: 'off' })
  const ports = { ...systemPorts(env, { logLevel: 'error', json: false }), secrets: secretsInFile(dataDir.secrets) }
  const gateway = await createGateway(
    { settings, openStore: makeSqliteOpener(dataDir), keepsPracticeLedger: false },
    ports,
  )
  const fetch = fetchInside(gateway, settings.port)
  const call = makeCaller(fetch, '', { language: () => envLanguage(env), token: () => gateway.controlToken })
  return {
    isRunning: false,
    async call(id, ask) {
      if (settings.authority === 'practice' && namesDemoCompany(ask)) await beginPractice(gateway)
      return call(id, ask)
    },
    close: () => gateway.close(),
  }
}

/** An import brings all that the gateway needs. */
const namesDemoCompany = ({ body }: RequestParts): boolean => {
  const { company, COMPANY_CODE, COMPANY_GUID } = (body ?? {}) as Readonly<Record<string, unknown>>
  return (
    company === demoCompanyIds.companyCode ||
    (COMPANY_CODE === demoCompanyIds.companyCode && COMPANY_GUID === undefined)
  )
}

/**
 * Naming the demo company before the first start chooses practice mode: the company is made, and the directory is bound
 * to practice (contract 1).
 */
async function beginPractice({ store }: Gateway): Promise<void> {
  if (await store.companies.byCode(demoCompanyIds.companyCode)) return
  await bindToAuthority(store.settings, 'practice', systemClock.now())
  await makeDemoCompany(store, systemClock, demoCompanyAt)
}

/** Empty before the first start. */
async function readBinding(dataDir: DataPaths): Promise<Environment> {
  if (!existsSync(dataDir.database)) return {}
  const store = openSqliteStore(dataDir.database, null)
  try {
    return await boundAuthorityEnv(store.settings)
  } finally {
    await store.upkeep.close().catch(rethrowUnlessDiskError)
  }
}
