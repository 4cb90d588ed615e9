import { SegmentedControl, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EnvironmentKind,
  environmentKinds,
  type MyInvoisEnvironment,
} from '../../../../shared/domain/installation.ts'
import { operator } from '../../../gateway/api.ts'
import { ConfirmButton } from '../../../parts/dialog.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Notice, QueryState, useErrorSentence } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { Page, Part } from '../page.tsx'
import style from './go-live.module.css'
import { type InstallationChange, type Installations, useInstallationChange } from './move.ts'
import { Moving } from './moving.tsx'
import { Steps } from './steps.tsx'

/** Goes live without a command line, and back to practice. */
export function GoLive() {
  const say = useWords(goLiveWords)
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const move = useInstallationChange()
  if (!installations.data) return <QueryState query={installations} />
  if (move.to !== null) return <Moving to={move.to} />
  const { here } = installations.data
  return (
    <Page title={say('go_live')} text={say('go_live_text')}>
      {here === null ? (
        <Part>
          <Text>{say('told')}</Text>
        </Part>
      ) : (
        <>
          <InstallationChoice installations={installations.data} here={here} move={move} />
          <Setup installations={installations.data} begin={move.begin} />
        </>
      )}
    </Page>
  )
}

/** Sets up an installation that was not started yet. One that was is changed on its own screens. */
function Setup({ installations, begin }: { readonly installations: Installations; begin(to: EnvironmentKind): void }) {
  const say = useWords(goLiveWords)
  const open = installations.items.filter(({ name, used_at }) => used_at === null && name !== installations.here)
  const [chosen, setChosen] = useState<MyInvoisEnvironment | null>(null)
  const target = open.find(({ name }) => name === chosen) ?? open[0]
  if (target === undefined) return null
  // The company typed for the sandbox is the start for production.
  const other = installations.items.find(({ name }) => name !== target.name)
  return (
    <>
      {open.length > 1 && (
        <Part title={say('which')}>
          <Text className="quiet">{say('which_hint')}</Text>
          <SegmentedControl
            aria-label={say('which')}
            value={target.name}
            onChange={(name) => setChosen(name)}
            data={open.map(({ name }) => ({ value: name, label: say(name) }))}
          />
        </Part>
      )}
      <Steps key={target.name} target={target} startFrom={target.company ?? other?.company ?? null} begin={begin} />
    </>
  )
}

interface PlacesProps {
  readonly installations: Installations
  readonly here: EnvironmentKind
  readonly move: InstallationChange
}

/** Practice, sandbox and production: which one this is, and a button to each that was set up. */
function InstallationChoice({ installations, here, move }: PlacesProps) {
  const say = useWords(goLiveWords)
  const sentenceOf = useErrorSentence()
  const stateOf = (name: EnvironmentKind) => {
    const prepared = installations.items.find((item) => item.name === name)
    if (name === 'practice' || prepared?.used_at) return 'ready'
    return prepared?.company ? 'begun' : 'not_set_up'
  }
  return (
    <Part>
      <ul className={style['places']}>
        {environmentKinds.map((name) => (
          <li key={name} className={style['place']} aria-current={name === here ? 'location' : undefined}>
            <strong>{say(name)}</strong>
            <span className="quiet">{say(`${name}_is`)}</span>
            {name === here ? (
              <span className={style['here']}>
                <IconMapPin size={20} aria-hidden /> {say('you_are_here')}
              </span>
            ) : (
              <span>{say(stateOf(name))}</span>
            )}
            {name !== here && stateOf(name) === 'ready' && <GoTo name={name} here={here} move={move} />}
          </li>
        ))}
      </ul>
      {move.stayedFrom !== null && <Notice tone="bad">{say('stayed', { where: say(move.stayedFrom) })}</Notice>}
      {move.error !== null && <Notice tone="bad">{sentenceOf(move.error)}</Notice>}
    </Part>
  )
}

/** To leave practice needs no question. To leave the others stops their sending. */
function GoTo({ name, here, move }: Pick<PlacesProps, 'here' | 'move'> & { readonly name: EnvironmentKind }) {
  const say = useWords(goLiveWords)
  const label = say('go_to', { where: say(name) })
  return here === 'practice' ? (
    <Secondary onClick={() => move.begin(name)}>{label}</Secondary>
  ) : (
    <ConfirmButton label={label} title={label} text={say('leave_live')} stale={[]} act={async () => move.begin(name)} />
  )
}
