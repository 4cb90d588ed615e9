import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { operate } from './operator.ts'
import type { Body } from './till.ts'

/** A shop's gateway that sends to a head office's gateway, which sends to the practice authority. */
export interface Chain {
  readonly office: TestGateway
  readonly shop: TestGateway
  readonly practice: Practice
  close(): Promise<void>
}

export interface ChainOptions {
  readonly office?: Environment
  readonly shop?: Environment
  /** The address at which the shop finds the office, if there is something between them. */
  readonly baseUrlFor?: (office: TestGateway) => Promise<string>
}

export async function startChain(options: ChainOptions = {}): Promise<Chain> {
  const office = await startGateway({ ...(options.office && { env: options.office }) })
  const { practice } = office.gateway
  if (!practice) throw new Error('the office is not in practice mode')
  const env = {
    RESIT_AUTHORITY: 'gateway',
    RESIT_UPSTREAM_URL: (await options.baseUrlFor?.(office)) ?? office.baseUrl,
    RESIT_UPSTREAM_TOKEN: await office.token({ scopes: ['submit', 'read', 'cancel', 'taxpayer'] }),
    ...options.shop,
  }
  const shop = await startGateway({ env })
  await importCompany(shop)
  return {
    office,
    shop,
    practice,
    async close() {
      await shop.close()
      await office.close()
    },
  }
}

/** @param more fields of another company */
export async function importCompany(gateway: TestGateway, more: Body = {}): Promise<void> {
  const { status } = await operate(gateway, 'POST', '/companies', { ...demoCompanyRequest, ...more })
  if (status !== 200) throw new Error(`the company was not imported: ${status}`)
}
