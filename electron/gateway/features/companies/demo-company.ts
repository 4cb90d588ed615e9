import { companyRequestSchema } from '../../../../shared/api/operator/companies.ts'
import type { Company } from '../../store/port/port.ts'
import { buildCompany } from './companies.ts'

/** The company of practice mode, from its first start on. No other mode has it (contract 1). */
export const demoCompanyIds = { companyGuid: '11111111-1111-4111-8111-111111111111', companyCode: 'DEMO' } as const

export const demoCompanyRequest = {
  COMPANY_GUID: demoCompanyIds.companyGuid,
  COMPANY_CODE: demoCompanyIds.companyCode,
  NAME: 'Kedai Kopi Contoh Sdn. Bhd.',
  TIN: 'C20830570210',
  ID_TYPE: 'BRN',
  ID_NUMBER: '202001234567',
  SST_NUMBER: 'W10-2404-32000001',
  TOURISM_TAX_NUMBER: null,
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
} as const

const demo = companyRequestSchema.parse(demoCompanyRequest)

export const demoCompanyAt = (at: number): Company => buildCompany(demo, at)
