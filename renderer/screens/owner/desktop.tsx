import { Button, Checkbox, Select, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bridge, type DesktopRequest, type DesktopState, rollSizes } from '../../../shared/desktop/bridge.ts'
import { desktop, useDesktop } from '../../gateway/desktop.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Empty, Loading } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { thisComputerWords } from '../../words/this-computer.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** Settings of the desktop program on this computer: printers, start, updates, logs. */
export function ThisComputer() {
  const say = useWords(thisComputerWords)
  const state = useDesktop()
  if (desktop === null) return <Empty title={say('not_here')} next={say('not_here_next')} />
  if (state === null) return <Loading />
  return (
    <Page title={say('this_computer')} text={say('text')}>
      <Printers bridge={desktop} state={state} />
      <Starting bridge={desktop} state={state} />
      <GatewayProcess bridge={desktop} state={state} />
      <Updates bridge={desktop} state={state} />
      <Part>
        <p>{say('logs_text')}</p>
        <div className={style['row']}>
          <Secondary onClick={() => void desktop?.openLogs({})}>{say('logs')}</Secondary>
        </div>
      </Part>
    </Page>
  )
}

interface RoomFacts {
  readonly bridge: Bridge
  readonly state: DesktopState
}

const usePreference = (bridge: Bridge) =>
  useMutation({ mutationFn: (preference: DesktopRequest<'prefer'>) => bridge.prefer(preference) })

const askEachTime = ''

function Printers({ bridge, state }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const known = useQuery({ queryKey: ['printers'], queryFn: () => bridge.printers({}) })
  const choose = usePreference(bridge)
  if (known.data === undefined) return <Loading />
  const { items } = known.data
  const choices = (chosen: string | null) => [
    { value: askEachTime, label: say('ask_each_time') },
    ...items.map(({ name, label }) => ({ value: name, label })),
    ...(chosen === null || items.some(({ name }) => name === chosen)
      ? []
      : [{ value: chosen, label: say('is_away', { name: chosen }) }]),
  ]
  return (
    <Part title={say('printers')}>
      {items.length === 0 && <p>{say('no_printers')}</p>}
      <div className={style['row']}>
        {(['printer', 'pagePrinter'] as const).map((paper) => (
          <Select
            key={paper}
            label={say(paper)}
            w="min(300px, 100%)"
            data={choices(state[paper])}
            value={state[paper] ?? askEachTime}
            onChange={(name) => choose.mutate({ [paper]: name === askEachTime ? null : name })}
          />
        ))}
        <Select
          label={say('roll')}
          w={220}
          data={rollSizes.map((roll) => ({ value: roll, label: say(`roll_${roll}`) }))}
          value={state.roll}
          onChange={(roll) => roll && choose.mutate({ roll })}
        />
      </div>
    </Part>
  )
}

function Starting({ bridge, state }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const prefer = usePreference(bridge)
  return (
    <Part title={say('starting')}>
      {(['startsWithComputer', 'isKiosk'] as const).map((preference) => (
        <Checkbox
          key={preference}
          label={say(preference)}
          checked={state[preference]}
          onChange={({ currentTarget }) => prefer.mutate({ [preference]: currentTarget.checked })}
        />
      ))}
    </Part>
  )
}

function GatewayProcess({ bridge, state: { gateway } }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const [isDenied, setDenied] = useState(false)
  const isOurs = gateway.isWatched
  return (
    <Part title={say('gateway')}>
      <p>
        {say(`phase_${gateway.phase}`)} {isOurs && say('restarts', { count: gateway.restarts })}
      </p>
      {!isOurs && <p>{say('not_told')}</p>}
      {isOurs && (
        <div className={style['row']}>
          <ConfirmButton
            label={say('restart')}
            title={say('restart_title')}
            text={say('restart_text')}
            isDestructive
            stale={[]}
            act={async () => setDenied(!(await bridge.restartGateway({})).accepted)}
          />
        </div>
      )}
      {isDenied && <Text role="alert">{say('restart_denied')}</Text>}
    </Part>
  )
}

function Updates({ bridge, state: { update, appVersion } }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const version = update.offered ?? ''
  return (
    <Part title={say('updates')}>
      <p>
        {say('version', { version: appVersion })} {say(`update_${update.phase}`, { version })}
      </p>
      <div className={style['row']}>
        <Secondary onClick={() => void bridge.checkForUpdate({})}>{say('check')}</Secondary>
        {update.phase === 'ready' && (
          <Button onClick={() => void bridge.applyUpdate({})}>{say('install', { version })}</Button>
        )}
      </div>
    </Part>
  )
}
