const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The code of a buyer's MyInvois app is base64 of a GUID (myinvois 2, E11); a receipt's GUID stands there as it is. */
export function isBuyersCode(text: string): boolean {
  try {
    return guid.test(atob(text).trim())
  } catch {
    return false
  }
}

let kept: string | null = null

/** For the screen that opens next; never in an address, which is written down. */
export const keepScan = (text: string): void => {
  kept = text
}

/** @returns what was scanned for this screen, once */
export function takeScan(): string | null {
  const taken = kept
  kept = null
  return taken
}
