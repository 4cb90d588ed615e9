import { expect, test } from 'vitest'
import { type Answered, asking, company } from './scripted.ts'

const said = {
  tin: 'IG10203040506',
  name: 'Ali bin Contoh',
  idType: 'NRIC',
  idNumber: '770625015324',
  sst: ' W10-1808-32000001 ',
  email: 'ali@example.my',
  contactNumber: '+60123456789',
  msic: '47111',
  businessActivityDescriptionEN: 'Retail sale',
  businessActivityDescriptionBM: 'Jualan runcit',
  addressLine0: 'Lot 1',
  addressLine1: 'Jalan Contoh',
  addressLine2: null,
  postalZone: '50480',
  city: 'Kuala Lumpur',
  state: 'WILAYAH PERSEKUTUAN',
  country: 'MYS',
}
const taxpayer = {
  tin: 'IG10203040506',
  name: 'Ali bin Contoh',
  idType: 'NRIC',
  idNumber: '770625015324',
  sstNumber: 'W10-1808-32000001',
  email: 'ali@example.my',
  phone: '+60123456789',
  msicCode: '47111',
  businessActivity: 'Retail sale',
  addressLines: ['Lot 1', 'Jalan Contoh', ''],
  postcode: '50480',
  city: 'Kuala Lumpur',
  state: 'WILAYAH PERSEKUTUAN',
  country: 'MYS',
}
const found = (body: object): Answered => ({ status: 200, body })

test.each<[string, Answered, object]>([
  ['all there is to say', found(said), { kind: 'found', taxpayer }],
  [
    'its business in one language only',
    found({ ...said, businessActivityDescriptionEN: null }),
    { kind: 'found', taxpayer: { ...taxpayer, businessActivity: 'Jualan runcit' } },
  ],
  ['no name', found({ ...said, name: '' }), { kind: 'unavailable' }],
  ['the page of a hotel’s network', { status: 200, body: '<html>' }, { kind: 'unavailable' }],
  ['that it knows nobody', { status: 404 }, { kind: 'none' }],
  ['that this is no code', { status: 400 }, { kind: 'none' }],
  ['not so often', { status: 429, headers: { 'retry-after': '6' } }, { kind: 'throttled', askedMs: 6_000 }],
  ['that something broke', { status: 500 }, { kind: 'unavailable' }],
  ['nothing', 'cut', { kind: 'unavailable' }],
])('a taxpayer’s code to which is said %s', async (_, answer, outcome) => {
  const { authority, asked } = await asking(answer)
  expect(await authority.taxpayerOfCode(company, 'a code/?')).toEqual(outcome)
  expect(`${asked[0]?.method} ${asked[0]?.path}`).toBe('GET /api/v1.0/taxpayers/qrcodeinfo/a%20code%2F%3F')
})
