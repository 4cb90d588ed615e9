import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { backupWords } from '../../words/upkeep.ts'
import { Copies } from './copies.tsx'
import { Export } from './export.tsx'
import { Page, Part } from './page.tsx'
import { RestoreBackup } from './put-back.tsx'

/** Copies and backups, exports for an accountant or an auditor, and restores. */
export function Backup() {
  const say = useWords(ownerWords)
  const sayUpkeep = useWords(backupWords)
  return (
    <Page title={say('backup')} text={say('backup_text')}>
      <Part title={sayUpkeep('copies')}>
        <Copies />
      </Part>
      <Part title={say('export')}>
        <Export />
      </Part>
      <Part title={say('restore')}>
        <RestoreBackup />
      </Part>
    </Page>
  )
}
