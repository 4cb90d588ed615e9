import { Button, Title } from '@mantine/core'
import { IconChecklist, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import { useMay } from '../../../gateway/session.ts'
import { type ShiftDetail, useShift } from '../../../gateway/shifts.ts'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { PaperHead, printElement, rollStyle } from '../../../parts/print-page.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { firstTodoView, isInFirstTodoView } from '../todo/choice.ts'
import { CloseShifts } from './close-shifts.tsx'
import { closedWordOf, type Remainder, Remainders, ReportFigures, Withdrawn } from './report-figures.tsx'
import style from './shift.module.css'
import { isDifferent, TillTotalComparison } from './till-report.tsx'

/** One shift: what must be done before it is closed, and its report. */
export function ShiftView({ id, onClosed }: { readonly id: string; onClosed(): void }) {
  const say = useWords(shiftWords)
  const shown = useShift(id)
  const language = useLanguage()
  const drawn = useRef<HTMLDivElement>(null)
  if (!shown.data) return <QueryState query={shown} />
  const { shift, report, can_close, now, till } = shown.data
  const remainders = now?.remainders ?? report.remainders
  const open = remainders.filter(({ blocker }) => blocker !== null)
  return (
    <div ref={drawn} className={style['drawn']}>
      <PaperHead
        title={say('shift_report')}
        of={[shift.company, shift.outlet, shift.terminal]}
        madeAt={new Date(shown.dataUpdatedAt).toISOString()}
      />
      <section className={style['part']}>
        <Title order={2} size="h3">
          {say('named', { code: shift.shift, number: shift.number })} ·{' '}
          {say(closedWordOf(shift, till.some(isDifferent)) ?? 'so_far')}
        </Title>
        {shift.closed && (
          <p className="quiet">
            {say('as_at_closing')} <Time instant={shift.closed.at} withDay /> · <ActorName by={shift.closed.by} />
            {shift.closed.reason !== null && ' · '}
            <bdi>{shift.closed.reason}</bdi>
          </p>
        )}
        {can_close === 'clean' && <p>{say(till.some(isDifferent) ? 'till_differs' : 'nothing_blocks')}</p>}
        {!report.journal.trusted && <p role="alert">{say('untrusted')}</p>}
        {can_close !== null && remainders.length > 0 && <b>{say('blocks', { count: remainders.length })}</b>}
        {now !== null && remainders.length > 0 && <b>{say('since_then')}</b>}
        <Remainders remainders={remainders} />
        {now !== null && now.late > 0 && <p>{say('late', { count: now.late })}</p>}
        <div className={style['row']} data-screen-only>
          {open.length > 0 && <ToDo shift={shift} remainders={open} />}
          {can_close !== null && <Close shown={shown.data} onClosed={onClosed} />}
          <Secondary
            icon={IconPrinter}
            onClick={() => printElement(drawn.current, { title: say('shift_report'), language, style: rollStyle })}
          >
            {say('print')}
          </Secondary>
        </div>
      </section>
      {now && <Withdrawn withdrawn={now.withdrawn} isLater />}
      <TillTotalComparison shown={shown.data} />
      <ReportFigures report={report} isClosed={shift.closed !== null} />
      <p hidden>{say('signature')} ______________________</p>
    </div>
  )
}

/** The button to close the shift, and its question. */
function Close({ shown: { shift, can_close }, onClosed }: { readonly shown: ShiftDetail; onClosed(): void }) {
  const say = useWords(shiftWords)
  const mayClose = useMay('void')
  const [isClosing, setClosing] = useState(false)
  const isClean = can_close === 'clean'
  // A shift that was closed at another screen is not asked about again.
  const open = async () => {
    const shown = await operator('showShift', { params: { id: shift.id } })
    return shown.can_close === null ? [] : [shown]
  }
  if (!mayClose) return <span className="quiet">{say('ask_supervisor')}</span>
  return (
    <>
      <Button variant={isClean ? 'filled' : 'default'} onClick={() => setClosing(true)} data-close-shift>
        {say(isClean ? 'close' : 'close_with')}
      </Button>
      {isClosing && (
        <CloseShifts
          title={say('close_title', { code: shift.shift, till: `${shift.outlet} · ${shift.terminal}` })}
          act={say('close')}
          open={open}
          onClose={() => setClosing(false)}
          onClosed={onClosed}
        />
      )}
    </>
  )
}

/** A link to the list To do with the documents of this shift. */
function ToDo({ shift, remainders }: Pick<ShiftDetail, 'shift'> & { readonly remainders: readonly Remainder[] }) {
  const say = useWords(shiftWords)
  const { company, outlet, terminal, shift: code } = shift
  // Documents that are only slow are under “not done”.
  const show = remainders.every(({ blocker }) => isInFirstTodoView(blocker)) ? firstTodoView : 'open_ones'
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/todo" search={{ company, outlet, terminal, shift: code, show }} />}
      variant="filled"
      leftSection={<IconChecklist size={20} aria-hidden />}
    >
      {say('to_do', { count: remainders.length })}
    </Button>
  )
}
