import type { Call, Context } from './office.ts'
import { idTypes, isGeneralTin } from './taxpayers.ts'
import { badArgument, guidFromText, notFound, ok, type Reply, refused, wireTime } from './wire.ts'

/** E1: an empty 200 means that TIN and number belong together (myinvois 2). */
export async function validateTin({ taxpayers }: Context, { params, query }: Call): Promise<Reply> {
  const [tin = ''] = params
  const [idType, idValue] = [query.get('idType'), query.get('idValue')]
  if (!/^[A-Z]{1,2}[0-9]{1,13}$/.test(tin) || tin.length > 14) return badArgument('tin', 'The TIN is malformed')
  if (!idTypes.includes(idType ?? '')) return badArgument('idType', 'idType must be NRIC, PASSPORT, BRN or ARMY')
  if (!idValue || idValue.length > 20) return badArgument('idValue', 'idValue is missing or malformed')
  // General TINs have no number.
  const known = isGeneralTin(tin) ? undefined : await taxpayers.find(tin)
  return known && known.idType === idType && known.idNumber === idValue
    ? ok()
    : notFound('The TIN and the identification number do not belong together')
}

/** E10: by a number; a search by name is not supported. */
export async function searchTin({ taxpayers }: Context, { query }: Call): Promise<Reply> {
  const [idType, idValue, fileType] = [query.get('idType'), query.get('idValue'), query.get('fileType')]
  if (!idType || !idValue || query.has('taxpayerName'))
    return badArgument('taxpayerName', 'This combination of search criteria is not supported')
  if (!idTypes.includes(idType)) return badArgument('idType', 'idType is not valid')
  if (fileType !== null && !/^[12]$/.test(fileType)) return badArgument('fileType', 'fileType must be 1 or 2')
  const [first, ...others] = (await taxpayers.all()).filter(
    (known) =>
      known.idType === idType &&
      known.idNumber === idValue &&
      (fileType === null || fileType === (known.tin.startsWith('IG') ? '1' : '2')),
  )
  if (!first) return notFound('No TIN was found')
  if (others.length > 0) return refused(400, { code: 'BadRequest', message: ambiguous, target: null })
  return ok({ tin: first.tin })
}

/** As recorded, with its spelling (myinvois 2, E10). */
const ambiguous =
  'Search criteria in not conclusive and more than one TIN can be found. Please refine the search criteria.'

export const qrTextOf = (tin: string): string => guidFromText(`qr ${tin}`)

/** E11: only name and numbers are known here. */
export async function showTaxpayerOfQr({ taxpayers, clock }: Context, { params }: Call): Promise<Reply> {
  const found = (await taxpayers.all()).find(({ tin }) => qrTextOf(tin) === params[0]?.toLowerCase())
  if (!found) return notFound('The code is not of a taxpayer')
  return ok({
    tin: found.tin,
    name: found.name,
    idType: found.idType,
    idNumber: found.idNumber,
    sst: 'NA',
    email: '',
    contactNumber: '+60312345678',
    ttx: 'NA',
    businessActivityDescriptionBM: 'TIDAK BERKENAAN',
    businessActivityDescriptionEN: 'NOT APPLICABLE',
    msic: '00000',
    addressLine0: '1 Jalan Contoh',
    addressLine1: '',
    addressLine2: '',
    postalZone: '50480',
    city: 'Kuala Lumpur',
    state: 'WILAYAH PERSEKUTUAN KUALA LUMPUR',
    country: 'MYS',
    generatedTimestamp: wireTime(clock.now()),
  })
}
