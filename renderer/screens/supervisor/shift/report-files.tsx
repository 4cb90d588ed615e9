import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { fetchPage } from '../../../gateway/api.ts'
import type { ShownShift } from '../../../gateway/shifts.ts'
import { saveFile } from '../../../parts/csv.ts'
import { printPage } from '../../../parts/print-page.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { csvOfShift } from './csv-files.ts'

/** The report on paper and as files. */
export function ReportFiles({ shown }: { readonly shown: ShownShift }) {
  const say = useWords(shiftWords)
  const sentenceOf = useSentence()
  const { shift, report } = shown
  const path = `/operator/v1/tills/shifts/${shift.id}/report`
  const name = `shift-${shift.terminal}-${shift.shift}-${shift.number}`.replaceAll(/[^\w-]/g, '_')
  const print = useMutation({ mutationFn: async () => printPage(await (await fetchPage(path)).text()) })
  return (
    <>
      <Secondary icon={IconPrinter} loading={print.isPending} onClick={() => print.mutate()}>
        {say('print')}
      </Secondary>
      <Secondary icon={IconDownload} onClick={() => saveFile(`${name}.csv`, csvOfShift(shown), 'text/csv')}>
        {say('save_csv')}
      </Secondary>
      <Secondary
        icon={IconDownload}
        onClick={() => saveFile(`${name}.json`, JSON.stringify({ shift, report }, null, 2), 'application/json')}
      >
        {say('save_json')}
      </Secondary>
      {print.error && <span role="alert">{sentenceOf(print.error)}</span>}
    </>
  )
}
