import { aNote, aParty, aSale, aSelfBilled, aSupplier } from '../../../support/sales.ts'
import { type Bound, inAddress, inBuyer, inPart } from './bound.ts'
import type { Wish } from './built.ts'

const note: Wish = { kind: 'credit_note' }

/** The forms of numbers, addresses and times (myinvois 6.2 and 9). */
export const formats: readonly Bound[] = [
  {
    pointer: '/BUYER/TIN',
    put: inBuyer('TIN', {}),
    good: [
      'C1234567890',
      ' c 1234 567890',
      'IG123456789012',
      'IG1',
      'CS1234567890',
      'LE1234567890',
      'EI00000000020',
      'EI00000000040',
    ],
    bad: ['IG1234567890123', 'C-1234567890', 'XX1234567890', 'EI00000000050', 'C', '', '1'].map((tin) => [
      tin,
      'bad_tin',
    ]),
  },
  ...(
    [
      ['NRIC', ['770625015324', '000000000000', 'NA'], ['77062501532', '7706250153245', '770625-01-532', 'A']],
      ['PASSPORT', ['A12345678', 'A12345678901', 'A 1', 'A-1', 'NA'], ['A123456789012', 'A/1']],
      ['ARMY', ['551587706543', 'T 1', 'NA'], ['T123456789012', 'T/1']],
      ['BRN', ['201901234567', '2019 01234567', 'A'.repeat(20), '1234567-A', 'NA'], ['-1', 'é1']],
    ] as const
  ).map(
    ([ID_TYPE, good, bad]): Bound => ({
      pointer: '/BUYER/ID_NUMBER',
      put: inBuyer('ID_NUMBER', { ID_TYPE }),
      good,
      bad: [...bad.map((number) => [number, 'bad_id_number'] as const), ['A'.repeat(21), 'too_long']],
    }),
  ),
  {
    pointer: '/BUYER/PHONE',
    put: inBuyer('PHONE', {}),
    good: ['12345678', '+1234567', '1'.repeat(20), `+${'1'.repeat(19)}`, '+60 12-345 6789', '(03) 8765 4321'],
    bad: [
      '1234567',
      '+123456',
      '1'.repeat(21),
      `+${'1'.repeat(20)}`,
      '+60 12/345678',
      '03-123 (45)',
      '++6012345',
      '',
      'NA',
    ].map((phone) => [phone, 'bad_phone']),
  },
  {
    // The authority gets no telephone of the recipient.
    pointer: '/SHIPPING/PHONE',
    put: (PHONE) => aSale({ SHIPPING: aParty({ PHONE }) }),
    good: ['NA', '12345678'],
    bad: [['n/a', 'bad_phone']],
  },
  {
    pointer: '/SHIPPING/ID_NUMBER',
    put: (ID_NUMBER) => aSale({ SHIPPING: aParty({ ID_TYPE: 'NRIC', ID_NUMBER }) }),
    good: ['770625015324'],
    bad: [['77062501532', 'bad_id_number']],
  },
  {
    pointer: '/SUPPLIER/PHONE',
    put: (PHONE) => aSelfBilled({ SUPPLIER: aSupplier({ PHONE }) }),
    wish: { family: 'self_billed' },
    good: ['12345678'],
    bad: [['NA', 'bad_phone']],
  },
  {
    pointer: '/BUYER/EMAIL',
    put: inBuyer('EMAIL', {}),
    good: ['a@b.my', " o'b_c.d+e@b-c.my ", `${'a'.repeat(64)}@b.my`, `a@${`${'b'.repeat(63)}.`.repeat(3)}my`],
    bad: [
      ...[
        'a@b',
        'a b@c.my',
        'a@b.my,c@d.my',
        'a@b.my;c@d.my',
        'a@b@c.my',
        'a@b..my',
        'a..b@x.example',
        'ali.@x.example',
        '.ali@x.example',
        'ali@-kedai.example',
        'ali@kedai-.example',
        'é@x.example',
        `a@${'b'.repeat(64)}.my`,
        'a@b_c.my',
        '@b.my',
        'a@',
        '',
      ].map((email) => [email, 'bad_email'] as const),
      [`${'a'.repeat(65)}@b.my`, 'bad_email'],
      [`${'a'.repeat(64)}@${'b'.repeat(253)}.my`, 'too_long'],
    ],
  },
  {
    pointer: '/BUYER/SST_NUMBER',
    put: inBuyer('SST_NUMBER', {}),
    good: ['NA', ' NA ', 'A01-2345-67891012', `${'A'.repeat(17)};${'B'.repeat(17)}`, 'A'.repeat(35)],
    bad: [
      ...['A1;B2;C3', 'A1,B2', 'A1;', 'A 1', ''].map((number) => [number, 'bad_registration_number'] as const),
      [`${'A'.repeat(18)};${'B'.repeat(17)}`, 'too_long'],
    ],
  },
  {
    pointer: '/BUYER/TOURISM_TAX_NUMBER',
    put: inBuyer('TOURISM_TAX_NUMBER', {}),
    good: ['NA', '123-4567-89012345', 'A'.repeat(17)],
    bad: ['A'.repeat(18), 'A;B', 'A 1', ''].map((number) => [number, 'bad_registration_number']),
  },
  {
    pointer: '/BUYER/ADDRESS/POSTCODE',
    put: inAddress('POSTCODE', {}),
    good: ['1', '40000', '40 000'],
    bad: ['400000', '4000A', '40-000'].map((code) => [code, 'bad_postcode']),
  },
  {
    pointer: '/BUYER/ADDRESS/STATE_CODE',
    put: inAddress('STATE_CODE', {}),
    good: ['01', '16'],
    bad: [
      ['17', 'state_not_allowed'],
      ['00', 'obsolete_code'],
      ['18', 'unknown_code'],
      ['Selangor', 'unknown_code'],
    ],
  },
  {
    pointer: '/BUYER/ADDRESS/STATE_CODE',
    put: inAddress('STATE_CODE', { COUNTRY_CODE: 'SGP' }),
    good: ['17', 'Singapore', '9th District', 'District 9'],
    bad: [
      ['00', 'obsolete_code'],
      ['99', 'unknown_code'],
    ],
  },
  {
    pointer: '/ORIGINALS/0/AUTHORITY_UUID',
    put: (AUTHORITY_UUID) => aNote({ ORIGINALS: [{ DOCUMENT_NUMBER: 'N', AUTHORITY_UUID }] }),
    wish: note,
    good: ['NA', '0'.repeat(26), 'A'.repeat(26)],
    bad: ['A'.repeat(25), 'A'.repeat(27), 'a'.repeat(26), '', 'na'].map((uuid) => [uuid, 'bad_uuid']),
  },
  ...['FROM', 'TO'].map(
    (name): Bound => ({
      pointer: `/BILLING_PERIOD/${name}`,
      put: inPart('BILLING_PERIOD', name, {}),
      good: ['2024-02-29', '1970-01-02', '9999-12-31'],
      bad: ['2026-02-29', '0000-12-31', '10000-01-01', '2026-1-1', '01-01-2026', ''].map((day) => [day, 'bad_day']),
    }),
  ),
  {
    pointer: '/PREPAID/PAID_AT',
    put: inPart('PREPAID', 'PAID_AT', { AMOUNT: 1 }),
    good: ['2026-11-19T23:59:59Z', '2000-01-01T00:00:00+14:00'],
    bad: ['2026-11-19', '2026-11-19T23:59:59', '2026-02-30T00:00:00Z'].map((at) => [at, 'bad_instant']),
  },
]
