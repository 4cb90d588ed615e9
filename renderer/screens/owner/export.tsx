import { Button, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { iteratePages } from '../../../shared/api/operator-client.ts'
import { addDays } from '../../../shared/domain/calendar.ts'
import { operator } from '../../gateway/api.ts'
import { saveFile } from '../../parts/csv.ts'
import { DayField } from '../../parts/day.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { today } from '../../parts/moments.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { backupWords } from '../../words/upkeep.ts'
import { buildDocumentsFile, buildExportFile } from './export-file.ts'
import style from './settings.module.css'

type Format = 'csv' | 'ndjson'

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** Exports the records of some days for an accountant, or all documents with their proof for an auditor. */
export function Export() {
  const say = useWords(ownerWords)
  const own = useWords(backupWords)
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [format, setFormat] = useState<Format>('csv')
  const save = useMutation({
    mutationFn: async () => {
      const days = { from, to }
      const { file, count } =
        format === 'ndjson'
          ? await buildDocumentsFile(
              iteratePages((place) => operator('exportDocuments', { query: { ...days, ...place } })),
            )
          : await buildExportFile(iteratePages((place) => operator('export', { query: { ...days, ...place } })))
      saveFile(`resit-${from}-${to}.${format}`, file, 'application/octet-stream')
      return count
    },
  })
  const pickLastMonth = () => {
    const last = addDays(firstOfMonth(today()), -1)
    setFrom(firstOfMonth(last))
    setTo(last)
  }
  return (
    <form className={style['row']} onSubmit={withPreventDefault(() => save.mutate())}>
      <DayField label={say('from')} value={from} onPick={setFrom} />
      <DayField label={say('to')} value={to} onPick={setTo} />
      <Secondary onClick={pickLastMonth}>{say('last_month')}</Secondary>
      <Select
        label={say('format')}
        value={format}
        onChange={(next) => next && setFormat(next)}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'ndjson', label: own('documents_with_proof') },
        ]}
      />
      <Button type="submit" loading={save.isPending}>
        {say('save_file')}
      </Button>
      {format === 'ndjson' && <Text>{own('documents_text')}</Text>}
      <Refused error={save.error} />
      {save.data !== undefined && (
        <output>{format === 'ndjson' ? own('is_saved') : say('exported', { count: save.data })}</output>
      )}
    </form>
  )
}
