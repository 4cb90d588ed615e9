import { expect, test } from 'vitest'
import { companyRequestSchema } from '../../shared/api/operator/companies.ts'

test('a company of one person is known by the identity number as the authority writes it, however its card does', () => {
  const asked = {
    COMPANY_GUID: '22222222-2222-4222-8222-222222222222',
    COMPANY_CODE: 'ALI',
    NAME: 'Ali bin Contoh',
    TIN: 'ig10203040506',
    ID_TYPE: 'nric',
    ID_NUMBER: '770625-01-5324',
    MSIC_CODE: '56101',
    BUSINESS_ACTIVITY: 'Restaurants and restaurant cum night clubs',
    PHONE: '+60312345678',
    ADDRESS: {
      LINES: ['12 Jalan Rumah'],
      CITY: 'Shah Alam',
      POSTCODE: '40000',
      STATE_CODE: '10',
      COUNTRY_CODE: 'MYS',
    },
    TIME_ZONE: 'Asia/Kuala_Lumpur',
  }
  expect(companyRequestSchema.parse(asked)).toMatchObject({
    TIN: 'IG10203040506',
    ID_TYPE: 'NRIC',
    ID_NUMBER: '770625015324',
  })
})
