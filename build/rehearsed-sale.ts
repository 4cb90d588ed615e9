/** A sale of the company that practice mode has from its first start. It never leaves the computer. */
export const sale = {
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'SELF-TEST',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: 'A',
  SALE_CODE: '0001',
  ISSUED_AT: new Date(Date.now() - 60_000).toISOString(),
  BUYER: {
    NAME: 'Syarikat Pelanggan Sdn. Bhd.',
    TIN: 'C25845632020',
    ID_TYPE: 'BRN',
    ID_NUMBER: '201901234567',
    PHONE: '+60387654321',
    ADDRESS: { LINES: ['12 Jalan Rumah'], CITY: 'Shah Alam', POSTCODE: '40000', STATE_CODE: '10', COUNTRY_CODE: 'MYS' },
  },
  LINES: [
    {
      DESCRIPTION: 'Kopi O',
      CLASSIFICATION_CODES: ['022'],
      QUANTITY: 2,
      UNIT_CODE: 'C62',
      UNIT_PRICE: 3.5,
      TAXES: [{ TAX_TYPE: '02', RATE: 6 }],
    },
  ],
}
