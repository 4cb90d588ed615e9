import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { operate } from './operator.ts'
import { type Body, companyGuid } from './till.ts'

/** A shop's gateway that sends to a head office's, which sends to the practice authority. */
export interface Chain {
  readonly office: TestGateway
  readonly shop: TestGateway
  readonly practice: Practice
  close(): Promise<void>
}

export interface ChainOptions {
  readonly office?: Environment
  readonly shop?: Environment
  /** Where the shop finds the office, where that is not the office itself. */
  readonly baseUrlFor?: (office: TestGateway) => Promise<string>
}

/** The company of practice mode, as an owner imports it. */
const company: Body = {
  COMPANY_GUID: companyGuid,
  COMPANY_CODE: 'DEMO',
  NAME: 'Kedai Kopi Contoh Sdn. Bhd.',
  TIN: 'C20830570210',
  ID_TYPE: 'BRN',
  ID_NUMBER: '202001234567',
  SST_NUMBER: 'W10-2404-32000001',
  MSIC_CODE: '56101',
  BUSINESS_ACTIVITY: 'Restaurants and restaurant cum night clubs',
  EMAIL: 'akaun@contoh.example',
  PHONE: '+60312345678',
  ADDRESS: {
    LINES: ['Lot 66, Jalan Contoh'],
    CITY: 'Kuala Lumpur',
    POSTCODE: '50480',
    STATE_CODE: '14',
    COUNTRY_CODE: 'MYS',
  },
  TIME_ZONE: 'Asia/Kuala_Lumpur',
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

/** @param more another company's own fields */
export async function importCompany(gateway: TestGateway, more: Body = {}): Promise<void> {
  const { status } = await operate(gateway, 'POST', '/companies', { ...company, ...more })
  if (status !== 200) throw new Error(`the company was not imported: ${status}`)
}
