import { Title } from '@mantine/core'
import { useState } from 'react'
import { type Till, useTills } from '../../../gateway/till-shifts.ts'
import { Empty, Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { Rooms } from './rooms.tsx'
import style from './shift.module.css'
import { TillShifts } from './till-shifts.tsx'

const keyOf = ({ company, outlet, terminal }: Till) => JSON.stringify([company, outlet, terminal])

/** Tills, and the shift of the one that is picked. */
export function Shifts() {
  const say = useWords(shiftWords)
  const tills = useTills()
  const [picked, setPicked] = useState<string | null>(null)
  if (tills.isPending) return <Loading />
  if (tills.isLoadingError) return <Failed error={tills.error} retry={() => void tills.refetch()} />
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
          <Title order={1} size="h2">
            {say('tills')}
          </Title>
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
