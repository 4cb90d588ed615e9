import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { useMay } from '../../../gateway/session.ts'
import {
  ensureOpenShift,
  openAllShifts,
  type Till,
  unclosedShiftCodes,
  useClosedShifts,
  useTills,
} from '../../../gateway/shifts.ts'
import { useThisTill } from '../../../gateway/this-till.ts'
import { Time } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Empty, QueryState, Refused } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { tillReportWords } from '../../../words/till-report.ts'
import { ClosedToday, CloseShifts } from './close-shifts.tsx'
import { closedWordOf } from './report-figures.tsx'
import { ShiftTabs } from './rooms.tsx'
import style from './shift.module.css'
import { ShiftView } from './shift-view.tsx'

const keyOf = ({ company, outlet, terminal }: Pick<Till, 'company' | 'outlet' | 'terminal'>) =>
  JSON.stringify([company, outlet, terminal])

/** The tills, and the shift of the chosen till. */
export function TillShiftsScreen() {
  const say = useWords(shiftWords)
  const tills = useTills()
  const mayClose = useMay('void')
  const mine = useThisTill()
  const [picked, setPicked] = useState(
    mine && keyOf({ company: mine.COMPANY_CODE, outlet: mine.OUTLET_NAME, terminal: mine.TERMINAL_NAME }),
  )
  const [asked, setAsked] = useState<'closing' | 'closed' | null>(null)
  if (!tills.data) return <QueryState query={tills} />
  const till = tills.data.find((each) => keyOf(each) === picked) ?? tills.data[0]
  if (!till)
    return (
      <ShiftTabs>
        <Empty title={say('no_tills')} next={say('no_tills_next')} />
      </ShiftTabs>
    )
  return (
    <ShiftTabs>
      <div className={style['columns']}>
        <div className={style['column']}>
          <PageTitle>{say('tills')}</PageTitle>
          {mayClose && (
            <>
              <Button
                disabled={tills.data.every((each) => unclosedShiftCodes(each).length === 0)}
                onClick={() => setAsked('closing')}
              >
                {say('close_all')}
              </Button>
              <Secondary onClick={() => setAsked('closed')}>{say('closed_today')}</Secondary>
            </>
          )}
          <ul className={style['plain']}>
            {tills.data.map((each) => (
              <li key={keyOf(each)}>
                <button
                  type="button"
                  className={style['till']}
                  aria-pressed={each === till}
                  onClick={() => setPicked(keyOf(each))}
                >
                  <b>
                    <bdi>{each.outlet}</bdi> · <bdi>{each.terminal}</bdi>
                  </b>
                  {unclosedShiftCodes(each).length === 0 && <span className="quiet">{say('none_open')}</span>}
                  {unclosedShiftCodes(each).map((code) => (
                    <span key={code}>{say('open_now', { code })}</span>
                  ))}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <TillShifts key={keyOf(till)} till={till} />
        {asked === 'closed' && <ClosedToday onClose={() => setAsked(null)} />}
        {asked === 'closing' && (
          <CloseShifts
            title={say('close_all_title')}
            act={say('close_all')}
            open={openAllShifts}
            onClose={() => setAsked(null)}
            onClosed={() => setAsked('closed')}
          />
        )}
      </div>
    </ShiftTabs>
  )
}

/** The shifts under which a till sells now, and its closed shifts. */
function TillShifts({ till }: { readonly till: Till }) {
  const say = useWords(shiftWords)
  const sayOfTill = useWords(tillReportWords)
  const closed = useClosedShifts(till)
  const [shownId, setShownId] = useState<string | null>(null)
  const look = useAct(
    ['records'],
    (code: string) => ensureOpenShift(till, code),
    ({ shift }) => setShownId(shift.id),
  )
  const id = shownId ?? till.open[0]?.id ?? null
  const codes = unclosedShiftCodes(till)
  const [oldest] = codes
  const { mutate: show } = look
  useEffect(() => {
    if (id === null && oldest !== undefined) show(oldest)
  }, [id, oldest, show])
  const others = codes.filter((code) => !till.open.some((open) => open.id === id && open.shift === code))
  return (
    <div className={style['column']}>
      {(id === null || others.length > 0) && (
        <section className={style['part']}>
          {codes.length === 0 && <p>{say('none_open')}</p>}
          {others.map((code) => (
            <button key={code} type="button" className={style['till']} onClick={() => look.mutate(code)}>
              <b>{say('look', { code })}</b>
            </button>
          ))}
          <Refused error={look.error} />
        </section>
      )}
      {id !== null && <ShiftView key={id} id={id} onClosed={() => setShownId(id)} />}
      <Section className={style['part']} title={say('earlier')}>
        {closed.data?.length === 0 && <p className="quiet">{say('no_earlier')}</p>}
        <ul className={style['plain']}>
          {(closed.data ?? []).map((shift) => (
            <li key={shift.id}>
              <button
                type="button"
                className={style['till']}
                aria-pressed={shift.id === id}
                onClick={() => setShownId(shift.id)}
              >
                <b>
                  <bdi>{shift.shift}</bdi> · {shift.number}
                </b>
                {shift.closed && (
                  <span className="quiet">
                    {say(closedWordOf(shift, shift.till_agrees === false) ?? 'closed')} ·{' '}
                    <Time instant={shift.closed.at} company={shift.company} withDay />
                  </span>
                )}
                {shift.till_agrees !== null && <span>{sayOfTill(shift.till_agrees ? 'agrees' : 'differs')}</span>}
              </button>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
