import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import { CopyNow } from './copy-now.tsx'
import { Evidence } from './evidence.tsx'
import { Export } from './export.tsx'
import { Page, Part } from './page.tsx'
import { PutBack } from './put-back.tsx'

/** A copy of everything, evidence of some days, and records of a period for the accountant. */
export function Backup() {
  const say = useWords(ownerWords)
  const own = useWords(upkeepWords)
  return (
    <Page title={say('backup')} text={say('backup_text')}>
      <Part title={say('copy_now')}>
        <CopyNow />
      </Part>
      <Part title={own('evidence')}>
        <Evidence />
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
