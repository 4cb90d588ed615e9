import { toBuffer, toSVG } from 'bwip-js/node'
import type { Handler } from '../http/call.ts'
import { type ValidatedParts, validatedRecord } from './validated.ts'

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

/** A QR code of exactly this text as SVG, without a size of its own. */
export const qrCode = (text: string): string => toSVG({ ...drawing(text), scale: 1 })

export const qrSvg =
  (parts: ValidatedParts): Handler =>
  async (call) => {
    const { validationUrl } = await validatedRecord(parts, call)
    return {
      status: 200,
      media: { type: 'image/svg+xml; charset=utf-8', content: qrCode(validationUrl) },
      headers: { 'content-security-policy': "default-src 'none'" },
    }
  }

export const qrPng =
  (parts: ValidatedParts): Handler =>
  async (call) => {
    const { validationUrl } = await validatedRecord(parts, call)
    const content = await toBuffer({ ...drawing(validationUrl), scale: dotsPerHalfModule })
    return { status: 200, media: { type: 'image/png', content } }
  }
