import { Button, Checkbox, Select, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Bridge,
  type DesktopAnswer,
  type DesktopRequest,
  type DesktopState,
  rollSizes,
} from '../../../shared/desktop/bridge.ts'
import { useAct } from '../../gateway/act.ts'
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
    <Page title={say('title')} text={say('text')}>
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

function Printers({ bridge, state }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const known = useQuery({ queryKey: ['printers'], queryFn: () => bridge.printers({}) })
  const choose = useAct(['printers'], (choice: DesktopRequest<'prefer'>) => bridge.prefer(choice))
  if (known.data === undefined) return <Loading />
  const { items } = known.data
  return (
    <Part title={say('printers')}>
      {items.length === 0 && <p>{say('no_printers')}</p>}
      <div className={style['row']}>
        <PrinterChoice
          label={say('slip_printer')}
          items={items}
          chosen={state.printer}
          onChoose={(printer) => choose.mutate({ printer })}
        />
        <PrinterChoice
          label={say('page_printer')}
          items={items}
          chosen={state.pagePrinter}
          onChoose={(pagePrinter) => choose.mutate({ pagePrinter })}
        />
        <Select
          label={say('roll')}
          w={220}
          data={rollSizes.map((roll) => ({ value: roll, label: say(`roll_${roll}`) }))}
          value={state.roll}
          allowDeselect={false}
          onChange={(value) => {
            const roll = rollSizes.find((one) => one === value)
            if (roll !== undefined) choose.mutate({ roll })
          }}
        />
      </div>
    </Part>
  )
}

interface PrinterChoiceFacts {
  readonly label: string
  readonly items: DesktopAnswer<'printers'>['items']
  readonly chosen: string | null
  readonly onChoose: (name: string | null) => void
}

const askEachTime = ''

function PrinterChoice({ label, items, chosen, onChoose }: PrinterChoiceFacts) {
  const say = useWords(thisComputerWords)
  const isAway = chosen !== null && items.every(({ name }) => name !== chosen)
  const choices = [
    { value: askEachTime, label: say('ask_each_time') },
    ...items.map((item) => ({ value: item.name, label: item.label })),
    ...(isAway ? [{ value: chosen, label: say('is_away', { name: chosen }) }] : []),
  ]
  return (
    <Select
      label={label}
      w="min(300px, 100%)"
      data={choices}
      value={chosen ?? askEachTime}
      allowDeselect={false}
      onChange={(name) => onChoose(name === askEachTime ? null : name)}
    />
  )
}

function Starting({ bridge, state }: RoomFacts) {
  const say = useWords(thisComputerWords)
  const prefer = useMutation({ mutationFn: (wish: DesktopRequest<'prefer'>) => bridge.prefer(wish) })
  return (
    <Part title={say('starting')}>
      <Checkbox
        label={say('starts_with_computer')}
        checked={state.startsWithComputer}
        onChange={({ currentTarget }) => prefer.mutate({ startsWithComputer: currentTarget.checked })}
      />
      <Checkbox
        label={say('kiosk')}
        checked={state.isKiosk}
        onChange={({ currentTarget }) => prefer.mutate({ isKiosk: currentTarget.checked })}
      />
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
