import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { Time } from '../../parts/figures.tsx'
import { preventing } from '../../parts/forms.ts'
import { useFaultOf } from '../../parts/states.tsx'
import { localeOf, useLanguage, useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import style from './settings.module.css'

/** Makes a backup in a new file on this computer. */
export function CopyNow() {
  const say = useWords(ownerWords)
  const sayUpkeep = useWords(upkeepWords)
  const sizeOf = useSize()
  const faultOf = useFaultOf()
  const [file, setFile] = useState('')
  const copy = useAct([], async () => ({
    ...(await operator('backup', { body: { file: file.trim() } })),
    at: new Date().toISOString(),
  }))
  return (
    <>
      <form className={style['row']} onSubmit={preventing(copy.mutate)}>
        <TextInput
          label={say('backup_file')}
          description={say('backup_file_hint')}
          value={file}
          miw="min(420px, 100%)"
          onChange={(event) => setFile(event.currentTarget.value)}
          error={faultOf(copy.error, '/file')}
        />
        <Button type="submit" loading={copy.isPending} disabled={file.trim() === ''}>
          {say('copy_now')}
        </Button>
      </form>
      {copy.data && (
        <Alert color="teal" variant="light" role="status">
          {sayUpkeep('copy_made', { file: copy.data.file, size: sizeOf(copy.data.bytes) })}{' '}
          <Time instant={copy.data.at} withDay />
        </Alert>
      )}
    </>
  )
}

const megabyte = 1_000_000

/** @returns writes a size in bytes as people read it */
export function useSize(): (bytes: number) => string {
  const locale = localeOf(useLanguage())
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (bytes) => unit.format(bytes / megabyte)
}
