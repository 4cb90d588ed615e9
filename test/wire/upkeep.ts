import { liveCompany } from '../support/sandbox.ts'
import { coffee, companyGuid, invoice } from '../support/till.ts'
import type { Recording } from './recording.ts'

/** Calls that only an owner makes. */
export async function upkeep(day: Recording, today: string): Promise<void> {
  day.tell('The owner')
  await day.ask('operator.listCompanies')
  await day.ask('operator.importCompany', { body: liveCompany })
  await day.ask('operator.setLogo', { body: { COMPANY_GUID: liveCompany.COMPANY_GUID, LOGO: '' } })
  await day.ask('operator.showCompany', { at: liveCompany.COMPANY_GUID })
  await day.ask('operator.setCredentials', {
    body: { COMPANY_CODE: 'KEDAI', CLIENT_ID: 'id', CLIENT_SECRET: 'secret', SECOND_CLIENT_SECRET: 'other' },
  })
  await day.ask('operator.removeSecret', { body: { COMPANY_CODE: 'KEDAI' } })
  await day.ask('operator.installations')
  await day.ask('operator.prepareCompany', { at: 'sandbox', body: liveCompany })
  const credentials = { COMPANY_CODE: 'KEDAI', CLIENT_ID: 'id', CLIENT_SECRET: 'secret' }
  await day.ask('operator.prepareCredentials', { at: 'sandbox', body: credentials })
  await day.ask('operator.checkInstallation', { at: 'sandbox', body: {} })
  await day.ask('operator.chooseInstallation', { body: { installation: 'sandbox' } })
  const run = await day.ask('operator.reconcile', { body: { company: 'DEMO', from: today, to: today } })
  const at = String(run['id'])
  const { reconciliations } = day.shop.gateway.store
  await day.until('the comparison', async () => ((await reconciliations.byId(at))?.outcome ?? null) !== null)
  await day.ask('operator.reconciliation', { at })
  await day.ask('operator.reconciliations')
  const hook = await day.ask('operator.addWebhook', { body: { url: 'http://127.0.0.1:9/', company: 'DEMO' } })
  await day.ask('operator.listWebhooks')
  await day.ask('operator.webhookDeliveries', { query: `?id=${String(hook['id'])}` })
  await day.ask('operator.removeWebhook', { body: { id: hook['id'] } })
  await day.ask('operator.replayWebhook', { body: { id: hook['id'], after: 0 } })
  await day.ask('operator.mailSettings')
  const server = {
    host: '127.0.0.1',
    port: 9,
    user: '',
    sender: 'resit@kedai.example',
    language: 'ms',
    alerts_to: 'pemilik@kedai.example',
    quiet_hours: '22:00-07:00',
  }
  await day.ask('operator.setMail', { body: { ...server, automatic: false } })
  await day.ask('operator.testMail', { body: { address: 'akaun@pelanggan.example' } })
  await day.ask('operator.backup', { body: { file: `${day.shop.dataDir}/copy.db` } })
  await day.ask('operator.backupPlan')
  await day.ask('operator.planBackup', { body: { folder: null, daily_at: '22:30' } })
  await day.ask('operator.tryBackup', { body: {} })
  await day.ask('operator.restore', { body: { file: `${day.shop.dataDir}/nothing.db` } })
  await day.ask('operator.restore', { body: { file: `${day.shop.dataDir}/copy.db` } })
  await day.ask('operator.exportDocuments', { query: '?from=2024-01-01&to=2024-01-01' })
  await day.ask('operator.proof')
  await day.ask('operator.trust', { body: { reason: 'Nothing was found' } })
  await day.ask('operator.verify')
}

export async function ownCodes(day: Recording, bearer: string): Promise<void> {
  day.tell('A till with codes of its own')
  const company = await day.ask('operator.showCompany', { at: companyGuid })
  const CODE_MAPPING = [{ LIST: 'unit', FROM: 'PCS', TO: 'H87' }]
  await day.ask('operator.importCompany', { body: { ...company, CODE_MAPPING } })
  const more = { ISSUED_AT: '2026-11-20T03:58:00Z', LINES: [{ ...coffee, UNIT_CODE: 'PCS' }] }
  const body = invoice('own-codes', more)
  await day.ask('invoice.sale.submit', { bearer, headers: { prefer: 'handling=check-only' }, body })
  await day.ask('invoice.sale.submit', { bearer, body })
}
