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
  return (
    [
      ['last_copy', data?.copied_at],
      ['last_backup', data?.backed_up_at],
    ] as const
  ).map(([word, at]) => (
    <Row key={word}>
      {say(word)}
      {at ? <Time instant={at} withDay withSeconds={false} /> : say('never')}
    </Row>
  ))
}

/** Warns an owner if the copies would be lost with the disk of the data. */
export function OwnDiskNotice() {
  const say = useWords(backupWords)
  const { data } = useBackupPlan()
  return data?.is_reached && data.is_own_disk && <Notice tone="hint">{say('own_disk')}</Notice>
}
