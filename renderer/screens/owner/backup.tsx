import { Button, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRecord } from '../../../shared/catalogue/shapes/record.ts'
import { operator } from '../../gateway/api.ts'
import { csvOf, saveFile } from '../../parts/csv.ts'
import { Count } from '../../parts/figures.tsx'
import { preventing } from '../../parts/preventing.ts'
import { useFaultOf } from '../../parts/states.tsx'
import { today } from '../../parts/today.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** A copy of everything, and records of a period for the accountant. */
export function Backup() {
  const say = useWords(ownerWords)
  return (
    <Page title={say('backup')} text={say('backup_text')}>
      <Part title={say('copy_now')}>
        <CopyNow />
      </Part>
      <Part title={say('export')}>
        <Export />
      </Part>
      <Part title={say('restore')}>
        <p>{say('restore_text')}</p>
        <p>
          <code>npm run -s resit -- restore FILE</code>
        </p>
      </Part>
    </Page>
  )
}

function CopyNow() {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [file, setFile] = useState('')
  const copy = useMutation({ mutationFn: () => operator('backup', { body: { file: file.trim() } }) })
  return (
    <form className={style['row']} onSubmit={preventing(() => copy.mutate())}>
      <TextInput
        label={say('backup_file')}
        description={say('backup_file_hint')}
        value={file}
        miw={420}
        onChange={(event) => setFile(event.currentTarget.value)}
        error={faultOf(copy.error, '/file')}
      />
      <Button type="submit" loading={copy.isPending} disabled={file.trim() === ''}>
        {say('copy_now')}
      </Button>
      {copy.data && (
        <output>
          {say('copied_to', { file: copy.data.file })} <Count value={copy.data.bytes} /> B
        </output>
      )}
    </form>
  )
}

type Format = 'csv' | 'json'

function Export() {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [format, setFormat] = useState<Format>('csv')
  const save = useMutation({
    mutationFn: async () => {
      const records = await recordsBetween(from, to)
      const name = `resit-${from}-${to}.${format}`
      if (format === 'json') saveFile(name, JSON.stringify(records, null, 2), 'application/json')
      else saveFile(name, csvOf([columns, ...records.map(rowOf)]), 'text/csv;charset=utf-8')
      return records.length
    },
  })
  return (
    <form className={style['row']} onSubmit={preventing(() => save.mutate())}>
      <TextInput
        type="date"
        label={say('from')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput type="date" label={say('to')} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      <Select
        label={say('format')}
        allowDeselect={false}
        value={format}
        onChange={(next) => setFormat(next === 'json' ? 'json' : 'csv')}
        data={[
          { value: 'csv', label: 'CSV' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Button type="submit" loading={save.isPending}>
        {say('save_file')}
      </Button>
      {save.isError && <span role="alert">{faultOf(save.error)}</span>}
      {save.data !== undefined && <output>{say('exported', { count: save.data })}</output>}
    </form>
  )
}

/** What an accountant looks for, left to right. */
const columns = [
  'SUBMITTED_AT',
  'FAMILY',
  'KIND',
  'DOCUMENT_NUMBER',
  'STATUS',
  'CURRENCY_CODE',
  'TOTAL_PAYABLE',
  'COMPANY_CODE',
  'OUTLET_NAME',
  'TERMINAL_NAME',
  'SHIFT_CODE',
  'SALE_CODE',
  'SALE_GUID',
  'REVISION',
  'ISSUED_AT',
  'VALIDATED_AT',
] as const satisfies readonly (keyof WireRecord)[]

const rowOf = (record: WireRecord): readonly string[] => columns.map((column) => String(record[column] ?? ''))

async function recordsBetween(from: string, to: string): Promise<readonly WireRecord[]> {
  const records: WireRecord[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: { readonly items: readonly WireRecord[]; readonly next: number | null } = await operator('export', {
      query: { from, to, after: String(after) },
    })
    records.push(...page.items)
    after = page.next
  }
  return records
}
