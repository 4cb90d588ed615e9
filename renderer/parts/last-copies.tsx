import { Link } from '@tanstack/react-router'
import { useBackupPlan, useHealth } from '../gateway/health.ts'
import style from '../style/blocks.module.css'
import { useWords } from '../words/language.ts'
import { todayWords } from '../words/today.ts'
import { backupWords } from '../words/upkeep.ts'
import { Time } from './figures.tsx'
import { Section } from './section.tsx'
import { Notice } from './states.tsx'
import { Row, Table } from './table.tsx'

/** Rows of a table: when everything was last copied, and when the last full backup was made. */
export function LastCopyRows() {
  const say = useWords(todayWords)
  const { data } = useHealth()
  const isByServer = useBackupPlan().data?.folder === null
  if (!data) return null
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

/** Says whether the copies would be lost with the disk of the data. Nothing, if they cannot be reached now. */
export function CopySafetyNotice() {
  const say = useWords(backupWords)
  const { data } = useBackupPlan()
  if (!data?.is_reached || data.folder === null) return null
  return <Notice tone={data.is_own_disk ? 'hint' : 'good'}>{say(data.is_own_disk ? 'own_disk' : 'other_disk')}</Notice>
}

/** For an owner: whether the data is safe, how old the copies are, and where this is changed. */
export function CopySafety() {
  const say = useWords(todayWords)
  return (
    <Section className={style['part']} title={say('safety')}>
      <CopySafetyNotice />
      <Table className={style['table']}>
        <LastCopyRows />
      </Table>
      <Link to="/settings/backup" className={style['link'] ?? ''}>
        {say('open_backup')}
      </Link>
    </Section>
  )
}
