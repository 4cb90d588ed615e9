/** For receipts, which get crumpled: a seventh of the code may be lost. */
const errorCorrection = 'M'
/** Four modules, as ISO/IEC 18004 demands; the library counts in half modules. */
const quietZone = 8
/** Eight dots a module: about 45 mm across at 203 dpi, the resolution of receipt printers. */
const dotsPerHalfModule = 4

const drawing = (text: string) => ({
  bcid: 'qrcode',
  text,
  eclevel: errorCorrection,
  padding: quietZone,
  backgroundcolor: 'FFFFFF',
})

/** Two megabytes with all kinds of codes: loaded at the first use. */
const drawer = () => import('bwip-js/node')

/** A QR code of exactly this text as SVG, without a size of its own. */
export const qrCode = async (text: string): Promise<string> => (await drawer()).toSVG({ ...drawing(text), scale: 1 })

/** The same for a printer of receipts. */
export async function qrPng(text: string): Promise<Uint8Array> {
  const { toBuffer } = await drawer()
  return toBuffer({ ...drawing(text), scale: dotsPerHalfModule })
}
