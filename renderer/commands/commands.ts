import type { Icon } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { shown } from '../gateway/shown.ts'

/**
 * Something a person can do now. Function keys, buttons and the palette are read from the same table.
 * No bare letters: a scanner types them.
 */
export interface Command {
  readonly id: string
  /** As the person reads it, in the language of the screen. */
  readonly label: string
  readonly icon: Icon
  /** Why it cannot be done now; shown, never hidden. */
  readonly hindrance?: string | null
  run(): void
}

/** Those the browser and the desktop leave to us, with the one command that each stands for on every screen. */
export const functionKeys = {
  F1: 'palette',
  F2: 'to-do',
  F3: 'new-document',
  F4: 'sales',
  F6: 'void',
  F7: 'cancel',
  F8: 'note',
  F9: 'send',
  F10: 'lock',
} as const

export const keyOf = ({ id }: Pick<Command, 'id'>): string | undefined =>
  Object.entries(functionKeys).find(([, command]) => command === id)?.[0]

interface Offer {
  /** Of every screen: a screen may do one of them its own way. */
  readonly isOfShell: boolean
  readonly commands: readonly Command[]
}

// Outside the screens: one that offers is not drawn again by what is offered.
const offers = shown<ReadonlyMap<symbol, Offer>>(new Map())

/** Offers commands for as long as the caller is on the screen; what runs is always what was drawn last. */
export function useOffer(commands: readonly Command[], isOfShell = false): void {
  const [owner] = useState(() => Symbol('screen'))
  const latest = useRef(commands)
  // Before it is drawn: what a person sees can be done, its key does, however busy the machine is.
  useLayoutEffect(() => {
    latest.current = commands
    const run = (id: string) => latest.current.find((command) => command.id === id)?.run()
    const offer = { isOfShell, commands: commands.map((each) => ({ ...each, run: () => run(each.id) })) }
    if (shownOf(offers.now().get(owner)) !== shownOf(offer)) offers.become(new Map(offers.now()).set(owner, offer))
  })
  useLayoutEffect(() => () => offers.become(new Map([...offers.now()].filter(([other]) => other !== owner))), [owner])
}

/** A list is made again with every drawing: it counts as another one only if something else is shown of it. */
const shownOf = (offer: Offer | undefined): string =>
  JSON.stringify(offer?.commands.map(({ id, label, hindrance }) => [id, label, hindrance]))

/** What can be done now; if two are one command, the screen's own. */
export function useOffered(): readonly Command[] {
  const all = [...offers.use().values()]
  const ofShell = all.filter((offer) => offer.isOfShell)
  const commands = [...ofShell, ...all.filter((offer) => !offer.isOfShell)].flatMap((offer) => offer.commands)
  return commands.filter(({ id }, at) => commands.findLastIndex((other) => other.id === id) === at)
}
