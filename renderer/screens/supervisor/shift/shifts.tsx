import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { useSession } from '../../../gateway/session.ts'
import { type Till, useClosedShifts, useTills } from '../../../gateway/shifts.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Time } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Awaiting, Empty } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { Rooms } from './rooms.tsx'
import style from './shift.module.css'
import { ShiftView } from './shift-view.tsx'

const keyOf = ({ company, outlet, terminal }: Till) => JSON.stringify([company, outlet, terminal])

/** Tills, and the shift of the one that is picked. */
export function Shifts() {
  const say = useWords(shiftWords)
  const tills = useTills()
  const [picked, setPicked] = useState<string | null>(null)
  if (!tills.data) return <Awaiting query={tills} />
  const till = tills.data.find((each) => keyOf(each) === picked) ?? tills.data[0]
  if (!till)
    return (
      <Rooms>
        <Empty title={say('no_tills')} next={say('no_tills_next')} />
      </Rooms>
    )
  return (
    <Rooms>
      <div className={style['columns']}>
        <div className={style['column']}>
          <PageTitle>{say('tills')}</PageTitle>
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
                  <span className="quiet">
                    {each.open ? say('open_now', { code: each.open.shift }) : say('none_open')}
                  </span>
                  {each.uncovered.map(({ shift, count }) => (
                    <span key={shift}>{say('uncovered', { count, code: shift })}</span>
                  ))}
                </button>
              </li>
            ))}
          </ul>
        </div>
        <TillShifts key={keyOf(till)} till={till} />
      </div>
    </Rooms>
  )
}

/** The open shift of a till, or how to open one; and those closed before. */
function TillShifts({ till }: { readonly till: Till }) {
  const say = useWords(shiftWords)
  const { scopes } = useSession()
  const closed = useClosedShifts(till)
  const [shownId, setShownId] = useState<string | null>(null)
  const [isOpening, setOpening] = useState(false)
  const id = shownId ?? till.open?.id ?? null
  return (
    <div className={style['column']}>
      {till.open === null && scopes.includes('submit') && (
        <section className={style['part']}>
          <p>{say('none_open')}</p>
          <div className={style['row']}>
            <Button onClick={() => setOpening(true)}>{say('open_shift')}</Button>
          </div>
        </section>
      )}
      {till.open !== null && shownId !== null && shownId !== till.open.id && (
        <Secondary onClick={() => setShownId(null)}>{say('open_now', { code: till.open.shift })}</Secondary>
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
                    {say(shift.closed.clean ? 'closed_clean' : 'closed_with')} ·{' '}
                    <Time instant={shift.closed.at} company={shift.company} withDay />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </Section>
      {isOpening && <OpenShift till={till} close={() => setOpening(false)} opened={() => setShownId(null)} />}
    </div>
  )
}

interface OpenShiftProps {
  readonly till: Till
  close(): void
  opened(): void
}

function OpenShift({ till, close, opened }: OpenShiftProps) {
  const say = useWords(shiftWords)
  const [code, setCode] = useState(till.uncovered[0]?.shift ?? '')
  const { company, outlet, terminal } = till
  const opening = useAct(
    ['records'],
    () => operator('openShift', { body: { company, outlet, terminal, shift: code.trim() } }),
    () => {
      opened()
      close()
    },
  )
  return (
    <Dialog
      title={say('open_title', { till: `${outlet} · ${terminal}` })}
      act={say('open_shift')}
      canAct={code.trim() !== ''}
      doing={opening}
      onAct={opening.mutate}
      onClose={close}
    >
      <TextInput
        label={say('shift_code')}
        value={code}
        data-autofocus
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Dialog>
  )
}
