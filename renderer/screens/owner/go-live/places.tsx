import { Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type EnvironmentKind, environmentKinds } from '../../../../shared/domain/installation.ts'
import { ConfirmButton } from '../../../parts/dialog.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Notice, useErrorSentence } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { Part } from '../page.tsx'
import style from './go-live.module.css'
import type { InstallationChange, Installations } from './move.ts'

interface PlacesProps {
  readonly installations: Installations
  readonly here: EnvironmentKind
  readonly move: InstallationChange
}

/** Practice, sandbox and production: which one this is, and a button to each that was set up. */
export function InstallationChoice({ installations, here, move }: PlacesProps) {
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
      {installations.address !== null && (
        <Text className="quiet">{say('other_address', { address: installations.address })}</Text>
      )}
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
