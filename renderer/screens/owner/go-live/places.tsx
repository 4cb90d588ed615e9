import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { type InstallationName, installationNames } from '../../../../shared/domain/installation.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Notice, useSentence } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { Part } from '../page.tsx'
import style from './go-live.module.css'
import type { Installations, Move } from './move.ts'

interface PlacesProps {
  readonly installations: Installations
  readonly here: InstallationName
  readonly move: Move
}

/** Practice, sandbox and production: which one this is, and a button to each that was set up. */
export function Places({ installations, here, move }: PlacesProps) {
  const say = useWords(goLiveWords)
  const sentenceOf = useSentence()
  const [asked, setAsked] = useState<InstallationName | null>(null)
  const stateOf = (name: InstallationName) => {
    const prepared = installations.items.find((item) => item.name === name)
    if (name === 'practice' || prepared?.used_at) return 'ready'
    return prepared?.company ? 'begun' : 'not_set_up'
  }
  // To leave practice needs no question. To leave the others stops their sending.
  const go = (name: InstallationName) => (here === 'practice' ? move.begin(name) : setAsked(name))
  return (
    <Part>
      <ul className={style['places']}>
        {installationNames.map((name) => (
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
            {name !== here && stateOf(name) === 'ready' && (
              <Secondary onClick={() => go(name)}>{say('go_to', { where: say(name) })}</Secondary>
            )}
          </li>
        ))}
      </ul>
      {installations.address !== null && (
        <Text className="quiet">{say('address', { address: installations.address })}</Text>
      )}
      {move.stayedFrom !== null && <Notice tone="bad">{say('stayed', { where: say(move.stayedFrom) })}</Notice>}
      {move.error !== null && <Notice tone="bad">{sentenceOf(move.error)}</Notice>}
      {asked !== null && (
        <Dialog
          title={say('go_to', { where: say(asked) })}
          act={say('go_to', { where: say(asked) })}
          onAct={() => {
            setAsked(null)
            move.begin(asked)
          }}
          onClose={() => setAsked(null)}
        >
          <p>{say('leave_live')}</p>
        </Dialog>
      )}
    </Part>
  )
}
