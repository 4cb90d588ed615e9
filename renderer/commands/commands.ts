import type { Icon } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'

/** Something that a key does now. No bare letters: a scanner types them. */
export interface Keyed {
  readonly id: string
  /** Why it cannot be done now; told, never hidden. */
  readonly hindrance?: string | null
  run(): void
}

/** The same with a button. */
export interface Command extends Keyed {
  /** As the person reads it, in the language of the screen. */
  readonly label: string
  readonly icon: Icon
}

/** Those the browser and the desktop leave to us, with the one command that each stands for on every screen. */
export const functionKeys = {
  F2: 'to-do',
  F3: 'new-document',
  F4: 'sales',
  F6: 'void',
  F7: 'cancel',
  F8: 'note',
  F9: 'send',
  F10: 'lock',
} as const

export const keyOf = (id: string): string | undefined =>
  Object.entries(functionKeys).find(([, command]) => command === id)?.[0]

const [ofShell, ofScreens] = [new Map<symbol, readonly Keyed[]>(), new Map<symbol, readonly Keyed[]>()]

/** Offers commands for as long as the caller is on the screen. @param isOfShell a screen may do one of them its own way */
export function useOffer(commands: readonly Keyed[], isOfShell = false): void {
  const [owner] = useState(() => Symbol('offer'))
  const offers = isOfShell ? ofShell : ofScreens
  // Before it is drawn: what a person sees can be done, its key does, however busy the machine is.
  useLayoutEffect(() => void offers.set(owner, commands))
  useLayoutEffect(() => () => void offers.delete(owner), [owner, offers])
}

/** What can be done now under a name; if two are one command, the screen's own. */
export const offered = (id: string): Keyed | undefined =>
  [...ofShell.values(), ...ofScreens.values()].flat().findLast((command) => command.id === id)
