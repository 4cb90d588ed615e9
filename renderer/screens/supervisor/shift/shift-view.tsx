import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../gateway/session.ts'
import { type ShownShift, useShift } from '../../../gateway/till-shifts.ts'
import { Time } from '../../../parts/figures.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { Who } from '../../../parts/who.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { CloseShift } from './close-shift.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFiles } from './report-files.tsx'
import style from './shift.module.css'

interface ShiftViewProps {
  readonly id: string
  onClosed(): void
}

/** One shift: what stands in the way of closing it, and its report. */
export function ShiftView({ id, onClosed }: ShiftViewProps) {
  const say = useWords(shiftWords)
  const { scopes } = useSession()
  const shown = useShift(id)
  const [isClosing, setClosing] = useState(false)
  if (shown.isPending) return <Loading />
  if (shown.isLoadingError) return <Failed error={shown.error} retry={() => void shown.refetch()} />
  const { shift, report, can_close, now } = shown.data
  const end = shift.closed ? say(shift.closed.clean ? 'closed_clean' : 'closed_with') : say('so_far')
  const remainders = now?.remainders ?? report.remainders
  return (
    <>
      <section className={style['part']}>
        <Title order={2} size="h3">
          <bdi>{shift.SHIFT_CODE}</bdi> · {shift.number} · {end}
        </Title>
        <p className="quiet">
          {say('opened')} <Time instant={shift.opened_at} withDay />, <Who by={shift.opened_by} />
        </p>
        <Ended shift={shift} />
        {can_close === 'clean' && <p>{say('nothing_blocks')}</p>}
        {!report.journal.trusted && <p role="alert">{say('untrusted')}</p>}
        {can_close !== null && remainders.length > 0 && <b>{say('blocks', { count: remainders.length })}</b>}
        {now !== null && remainders.length > 0 && <b>{say('since_then')}</b>}
        <Remainders remainders={remainders} />
        {now !== null && now.late > 0 && <p>{say('late', { count: now.late })}</p>}
        <div className={style['row']}>
          {can_close !== null &&
            (scopes.includes('void') ? (
              <Button size="md" onClick={() => setClosing(true)}>
                {say(can_close === 'clean' ? 'close' : 'close_with')}
              </Button>
            ) : (
              <span className="quiet">{say('ask_supervisor')}</span>
            ))}
          <ReportFiles shown={shown.data} />
        </div>
      </section>
      <ReportFigures report={report} />
      {isClosing && <CloseShift shown={shown.data} onClose={() => setClosing(false)} onClosed={onClosed} />}
    </>
  )
}

function Ended({ shift: { closed } }: Pick<ShownShift, 'shift'>) {
  const say = useWords(shiftWords)
  if (closed === null) return null
  return (
    <p className="quiet">
      {say('closed')} <Time instant={closed.at} withDay />, <Who by={closed.by} />
      {closed.reason !== null && (
        <>
          : <bdi>{closed.reason}</bdi>
        </>
      )}
    </p>
  )
}

type AnyRemainder = NonNullable<ShownShift['now']>['remainders'][number]

function Remainders({ remainders }: { readonly remainders: readonly AnyRemainder[] }) {
  const sayStatus = useWords(statusWords)
  return (
    <ul className={style['plain']}>
      {remainders.map((each) => (
        <li key={each.SALE_GUID} className={style['blocker']}>
          <span>
            <Link to="/sales/$guid" params={{ guid: each.SALE_GUID }}>
              <bdi>{each.SALE_CODE}</bdi>
            </Link>{' '}
            <span className="quiet">{sayStatus(each.STATUS)}</span>
          </span>
          <span>{each.message}</span>
          <span className="quiet">{each.next_step}</span>
        </li>
      ))}
    </ul>
  )
}
