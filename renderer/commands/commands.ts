import type { Icon } from '@tabler/icons-react'
import { useLayoutEffect, useState } from 'react'

/** What a key can do now. Never a single letter, because scanners type letters. */
export interface KeyCommand {
  readonly id: string
  /** Why it cannot be done now. It is told to the person when they press the key. */
  readonly blockReason?: string | null
  run(): void
}

export interface Command extends KeyCommand {
  /** In the language of the screen. */
  readonly label: string
  readonly icon: Icon
}

/** Keys that the browser and the desktop leave free. Each has one meaning on every screen. Only F9 sends. */
export const functionKeys = {
  F1: 'buyer',
  F2: 'to-do',
  'shift+F2': 'shifts',
  F3: 'new-document',
  'shift+F3': 'consolidation',
  F4: 'sales',
  'shift+F4': 'health',
  F6: 'void',
  F7: 'cancel',
  F8: 'note',
  'shift+F8': 'add-line',
  F9: 'send',
  F10: 'lock',
} as const

export const functionKeyOf = (id: string): string | undefined =>
  Object.entries(functionKeys).find(([, command]) => command === id)?.[0]

const [ofShell, ofScreens] = [new Map<symbol, readonly KeyCommand[]>(), new Map<symbol, readonly KeyCommand[]>()]

/**
 * Offers commands as long as the component is on the screen.
 * @param isOfShell for the shell, whose commands a screen may replace
 */
export function useOfferCommands(commands: readonly KeyCommand[], isOfShell = false): void {
  const [owner] = useState(() => Symbol('offer'))
  const offers = isOfShell ? ofShell : ofScreens
  // In a layout effect, so that the key works as soon as the button is visible.
  useLayoutEffect(() => void offers.set(owner, commands))
  useLayoutEffect(() => () => void offers.delete(owner), [owner, offers])
}

/** The offered command with this name. A command of the screen comes before one of the shell. */
export const findOfferedCommand = (id: string): KeyCommand | undefined =>
  [...ofShell.values(), ...ofScreens.values()].flat().findLast((command) => command.id === id)
