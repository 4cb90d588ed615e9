/** A company that the practice authority knows. */
export const trialBuyer = {
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_NUMBER: '201901234567',
  PHONE: '+60387654321',
  ADDRESS: {
    LINES: ['12 Jalan Rumah'],
    CITY: 'Shah Alam',
    POSTCODE: '40000',
    STATE_CODE: '10',
    COUNTRY_CODE: 'MYS',
  },
}
