import type { Typed } from './page.ts'

/** A buyer as the wire names one, from the fields of the page; what is wrong with it its schema says. */
export function typedBuyer(typed: Typed): object {
  const of = (name: string) => (typed[name] ?? '').trim()
  return {
    NAME: of('name'),
    TIN: of('tin').toUpperCase(),
    ID_TYPE: of('id_type'),
    ID_NUMBER: of('id_number'),
    SST_NUMBER: 'NA',
    PHONE: of('phone').replaceAll(/[\s()-]/g, ''),
    ...(of('email') !== '' && { EMAIL: of('email') }),
    ADDRESS: {
      // The schema takes 150 characters a line.
      LINES: (of('address').match(/.{1,150}/gu) ?? ['']).slice(0, 3),
      CITY: of('city'),
      POSTCODE: of('postcode'),
      STATE_CODE: of('state'),
      COUNTRY_CODE: 'MYS',
    },
  }
}
