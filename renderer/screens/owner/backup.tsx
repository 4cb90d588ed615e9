import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CopyNow } from './copy-now.tsx'
import { Export } from './export.tsx'
import { Page, Part } from './page.tsx'
import { PutBack } from './put-back.tsx'

/** Backup and restore, and exports for an accountant or an auditor. */
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
        <PutBack />
      </Part>
    </Page>
  )
}
