import { Button, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { operator } from '../../gateway/api.ts'
import { saveFile } from '../../parts/csv.ts'
import { DayField } from '../../parts/day.tsx'
import { preventing } from '../../parts/forms.ts'
import { today } from '../../parts/moments.ts'
import { useFaultOf } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import { type Exported, exportFile, type Format } from './export-file.ts'
import style from './settings.module.css'

const types: Readonly<Record<Format, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
}

/** The records of some days for the accountant, or everything of them with its proof for an auditor, as from the command line. */
export function Export() {
  const say = useWords(ownerWords)
  const own = useWords(upkeepWords)
  const faultOf = useFaultOf()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [format, setFormat] = useState<Format>('csv')
  const save = useMutation({
    mutationFn: async () => {
      const { file, count } =
        format === 'ndjson' ? await documentsFile(from, to) : await exportFile(pagesBetween(from, to), format)
      saveFile(`resit-${from}-${to}.${format}`, file, types[format])
      return count
    },
  })
  return (
    <form className={style['row']} onSubmit={preventing(() => save.mutate())}>
      <DayField label={say('from')} value={from} onPick={setFrom} />
      <DayField label={say('to')} value={to} onPick={setTo} />
      <Select
        label={say('format')}
        allowDeselect={false}
        value={format}
        onChange={(next) => setFormat(formats.find((each) => each === next) ?? 'csv')}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
          { value: 'ndjson', label: own('documents_with_proof') },
        ]}
      />
      <Button type="submit" loading={save.isPending}>
        {say('save_file')}
      </Button>
      {format === 'ndjson' && <Text>{own('documents_text')}</Text>}
      {save.isError && <span role="alert">{faultOf(save.error)}</span>}
      {save.data !== undefined && (
        <output>
          {format === 'ndjson' ? own('lines_exported', { count: save.data }) : say('exported', { count: save.data })}
        </output>
      )}
    </form>
  )
}

const formats = ['csv', 'json', 'ndjson'] as const

async function* pagesBetween(from: string, to: string): AsyncGenerator<readonly WireRecord[]> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: { readonly items: readonly WireRecord[]; readonly next: string | null } = await operator('export', {
      query: { from, to, ...(after !== undefined && { after }) },
    })
    yield page.items
    after = page.next
  }
}

/** The file of `resit export --documents`: every chain line of these days with its documents. `count` counts chain lines. */
async function documentsFile(from: string, to: string): Promise<Exported> {
  const pieces: Blob[] = []
  let count = 0
  for (let after: string | null | undefined; after !== null; ) {
    const query = { from, to, ...(after !== undefined && { after }) }
    const page: Awaited<ReturnType<typeof operator<'exportDocuments'>>> = await operator('exportDocuments', { query })
    pieces.push(new Blob([page.items.map((item) => `${JSON.stringify(item)}\n`).join('')]))
    count += page.items.filter((item) => 'line' in item).length
    after = page.next
  }
  return { file: new Blob(pieces), count }
}
