/** Up to 15 % of the code may be lost: receipts get crumpled. */
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

/** Two megabytes: loaded at the first use. */
const drawer = () => import('bwip-js/node')

export const qrSvg = async (text: string): Promise<string> => (await drawer()).toSVG({ ...drawing(text), scale: 1 })

export async function qrPng(text: string): Promise<Uint8Array> {
  const { toBuffer } = await drawer()
  return toBuffer({ ...drawing(text), scale: dotsPerHalfModule })
}
