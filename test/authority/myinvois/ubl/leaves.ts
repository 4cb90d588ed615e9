/** Short functions for parts of an expected document. */
export const leaf = (value: unknown, attributes: object = {}) => [{ _: value, ...attributes }]
export const money = (value: number, currencyID = 'MYR') => leaf(value, { currencyID })
const scheme = [{ ID: leaf('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }]
export const category = (type: string) => [{ ID: leaf(type), TaxScheme: scheme }]
export const exempt = (reason: string) => [{ ID: leaf('E'), TaxExemptionReason: leaf(reason), TaxScheme: scheme }]
export const id = (number: string, schemeID: string) => ({ ID: leaf(number, { schemeID }) })
