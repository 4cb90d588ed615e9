import { csvOf, saveFile } from '../../../parts/csv.ts'
import { today } from '../../../parts/moments.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import { useTold } from './cells.tsx'
import type { TodoRow } from './rows.ts'

/** The list as a file for a spreadsheet, with what became of each, in the language of the screen. */
export function useSaveList(): (rows: readonly TodoRow[]) => void {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const told = useTold()
  const resultOf = ({ record, outcome }: TodoRow) => {
    if (outcome === null) return ''
    const { word, more } = told({ record, outcome })
    return more === '' ? word : `${word}: ${more}`
  }
  const head = [
    say('company'),
    say('outlet'),
    say('terminal'),
    say('shift'),
    say('sale'),
    say('document_number'),
  ].concat(
    [say('kind'), say('status'), say('buyer'), say('currency'), say('amount'), say('sold'), say('submitted')],
    [say('cancel_until'), say('next'), say('attention'), say('result')],
  )
  const lineOf = (row: TodoRow): readonly string[] => {
    const { record, party_name: party } = row
    const { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE, SALE_CODE, DOCUMENT_NUMBER } = record
    return [COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE, SALE_CODE, DOCUMENT_NUMBER].concat(
      [sayStatus(record.KIND), sayStatus(record.STATUS), party ?? '', record.CURRENCY_CODE, record.TOTAL_PAYABLE],
      [record.ISSUED_AT, record.SUBMITTED_AT, record.CANCELLABLE_UNTIL ?? '', record.NEXT_ACTION.REASON],
      [record.ATTENTION?.MESSAGE ?? '', resultOf(row)],
    )
  }
  return (rows) => {
    const text = csvOf([head, ...rows.map(lineOf)])
    saveFile(`${say('file')}-${today()}.csv`, text, 'text/csv')
  }
}
