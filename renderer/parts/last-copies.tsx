import { useBackupPlan, useHealth } from '../gateway/health.ts'
import { useWords } from '../words/language.ts'
import { todayWords } from '../words/today.ts'
import { backupWords } from '../words/upkeep.ts'
import { Time } from './figures.tsx'
import { Notice } from './states.tsx'
import { Row } from './table.tsx'

/** Rows of a table: when everything was last copied, and when the last full backup was made. */
export function LastCopyRows() {
  const say = useWords(todayWords)
  const { data } = useHealth()
  const isByServer = useBackupPlan().data?.folder === null
  const times = [
    ['last_copy', data?.copied_at, isByServer ? 'by_server' : 'never'],
    ['last_backup', data?.backed_up_at, isByServer ? 'by_server' : 'none_here'],
  ] as const
  return times.map(([word, at, none]) => (
    <Row key={word}>
      {say(word)}
      {at ? <Time instant={at} withDay withSeconds={false} /> : say(none)}
    </Row>
  ))
}

/** Warns an owner if the copies would be lost with the disk of the data: `own_disk_here` if it is chosen on this page. */
export function OwnDiskNotice({ says = 'own_disk' }: { readonly says?: 'own_disk' | 'own_disk_here' }) {
  const say = useWords(backupWords)
  const { data } = useBackupPlan()
  return data?.is_reached && data.is_own_disk && <Notice tone="hint">{say(says)}</Notice>
}
