import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { DayRangeCursor, DayRangeQuery, SaleCursor, StoredRecord } from '../../store/port/records.ts'

export type RangeInputs = Omit<DayRangeQuery, 'after' | 'limit'>

export interface CursorPosition extends DayRangeCursor {
  readonly pageSize: number
}

const shape = z.tuple([z.iso.date(), z.int().min(1), z.int().min(1).max(25)])

/** @param text as `nextSale` wrote it, with a valid shape; absent for the beginning */
export function parseSaleCursor(text: string | undefined): SaleCursor | null {
  if (text === undefined) return null
  const [issuedAt, seq] = text.split('.').map(Number)
  return { issuedAt: issuedAt ?? 0, seq: seq ?? 0 }
}

/** @param page one record more than is shown, if there are more */
export function nextSaleCursor(page: readonly StoredRecord[], size: number): string | null {
  const last = page.length > size ? page[size - 1] : undefined
  return last ? `${last.record.issuedAt}.${last.seq}` : null
}

/** Page links that cannot be altered or carried over to another question (contract 6). */
export class Cursors {
  readonly #key: string

  /** @param key a secret of this installation: links outlive a restart */
  constructor(key: string) {
    this.#key = key
  }

  write({ day, seq, pageSize }: CursorPosition, inputs: RangeInputs): string {
    const place = Buffer.from(JSON.stringify([day, seq, pageSize])).toString('base64url')
    return `${place}.${this.#seal(place, inputs).toString('base64url')}`
  }

  /** @throws Fault bad_cursor */
  read(cursor: string, inputs: RangeInputs): CursorPosition {
    const [place = '', seal = '', ...rest] = cursor.split('.')
    const given = Buffer.from(seal, 'base64url')
    const expected = this.#seal(place, inputs)
    // Compared as text, too: decoding base64url accepts letters that sealing would not have written.
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
    if (!isGenuine || rest.length > 0 || seal !== expected.toString('base64url')) throw new Fault('bad_cursor')
    const [day, seq, pageSize] = shape.parse(JSON.parse(Buffer.from(place, 'base64url').toString()))
    return { day, seq, pageSize }
  }

  #seal(place: string, inputs: RangeInputs): Buffer {
    const { companyGuid, family, kind, from, to, outletName } = inputs
    const question = JSON.stringify([place, companyGuid, family, kind, from, to, outletName])
    return createHmac('sha256', this.#key).update(question).digest()
  }
}
