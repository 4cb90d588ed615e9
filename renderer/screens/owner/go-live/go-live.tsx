import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnvironmentKind, MyInvoisEnvironment } from '../../../../shared/domain/installation.ts'
import { operator } from '../../../gateway/api.ts'
import { QueryState } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { Page, Part } from '../page.tsx'
import { type Installations, useInstallationChange } from './move.ts'
import { Moving } from './moving.tsx'
import { InstallationChoice } from './places.tsx'
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
