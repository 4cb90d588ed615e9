import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { RecordView } from '../handlers/record-view.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Upkeep } from '../store/port.ts'
import type { Records } from '../store/port-records.ts'

/** A copy of the database in a file that was not there before, made while the gateway works. */
export const backup =
  (upkeep: Upkeep): Handler =>
  async ({ body }) => {
    const { file } = body as { readonly file: string }
    const refusal = validationFailed([{ pointer: '/file', code: 'file_not_written' }])
    if (!isAbsolute(file)) throw refusal
    try {
      await upkeep.backup(file)
    } catch (cause) {
      throw new Fault(refusal.code, { ...refusal.details, cause })
    }
    return ok({ file, bytes: statSync(file).size })
  }

const pageSize = 200

/** Records of a period in the order of acceptance, page by page, however many they are. */
export const exportRecords =
  ({ records, view }: { readonly records: Records; readonly view: RecordView }): Handler =>
  async ({ query, language }) => {
    const { from = '', to = '', after = '0' } = query
    if (from > to) throw new Fault('range_reversed')
    const page = await records.submittedBetween(from, to, Number(after), pageSize)
    const items = await Promise.all(page.map((stored) => view.show(stored, language)))
    return ok({ items, next: page.length === pageSize ? (page.at(-1)?.seq ?? null) : null })
  }
