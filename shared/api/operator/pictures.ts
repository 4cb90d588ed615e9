import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { recordParams } from '../shapes/record.ts'

const picture = z.string().meta({ id: 'Picture', description: 'The picture itself' })
const slip = z.string().meta({ id: 'Slip', description: 'A page of HTML that loads nothing from anywhere' })

/** What is printed of a validated document. */
export const picturesRows = {
  qrSvg: {
    path: '/records/{guid}/qr.svg',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'The validation link as a QR code, as lines that print sharp at any size',
    params: recordParams,
    produces: 'image/svg+xml',
    answers: { 200: picture },
    faults: ['record_not_found', 'route_not_found'],
  },
  qrPng: {
    path: '/records/{guid}/qr.png',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'The validation link as a QR code, as a picture of dots',
    params: recordParams,
    produces: 'image/png',
    answers: { 200: picture },
    faults: ['record_not_found', 'route_not_found'],
  },
  slip: {
    path: '/records/{guid}/slip',
    scope: 'read',
    withinOutlets: 'theirs',
    summary: 'The validated document as a page to print, with its QR code',
    params: recordParams,
    produces: 'text/html',
    answers: { 200: slip },
    faults: ['record_not_found', 'route_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
