import { z } from 'zod'

/** What is read of the claims of an access token; seen to begin with the TIN of whose it is (myinvois 1). */
const claims = z.object({ name: z.string().regex(/^[A-Za-z]{1,2}\d{5,13}(?![A-Za-z0-9])/) })

/**
 * Whose token it is, where it says so. Nothing is verified: the authority does that at every call.
 * @returns null for a token that does not tell
 */
export function tinInToken(accessToken: string): string | null {
  const [, payload = ''] = accessToken.split('.')
  try {
    const { name } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    return /^[A-Za-z]+\d+/.exec(name)?.[0].toUpperCase() ?? null
  } catch {
    return null
  }
}

/** Whether two TINs name the same taxpayer: zeros after the prefix are written or left out (myinvois 9). */
export const isSameTin = (one: string, other: string): boolean => plain(one) === plain(other)

const plain = (tin: string): string =>
  tin
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]+)0+(?=\d)/, '$1')
