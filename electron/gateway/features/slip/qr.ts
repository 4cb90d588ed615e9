import type { OperatorHandler } from '../../http/call.ts'
import { type RecordDeps, validatedRecord } from '../records/find.ts'

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

/** Two megabytes of every code there is: loaded when somebody first wants one. */
const drawer = () => import('bwip-js/node')

/** A QR code of exactly this text as SVG, without a size of its own. */
export const qrCode = async (text: string): Promise<string> => (await drawer()).toSVG({ ...drawing(text), scale: 1 })

export const qrSvg =
  (deps: Pick<RecordDeps, 'records' | 'view'>): OperatorHandler<'qrSvg'> =>
  async (call) => {
    const { validationUrl } = await validatedRecord(deps, call)
    return {
      status: 200,
      media: { type: 'image/svg+xml; charset=utf-8', content: await qrCode(validationUrl) },
      headers: { 'content-security-policy': "default-src 'none'" },
    }
  }

export const qrPng =
  (deps: Pick<RecordDeps, 'records' | 'view'>): OperatorHandler<'qrPng'> =>
  async (call) => {
    const { validationUrl } = await validatedRecord(deps, call)
    const { toBuffer } = await drawer()
    const content = await toBuffer({ ...drawing(validationUrl), scale: dotsPerHalfModule })
    return { status: 200, media: { type: 'image/png', content } }
  }
