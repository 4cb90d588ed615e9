import type { Icon } from '@tabler/icons-react'

/**
 * Something a person can do now. Function keys, the bar at the bottom and the palette are read from the same table.
 * No bare letters: a scanner types them.
 */
export interface Command {
  readonly id: string
  /** As the person reads it, in the language of the screen. */
  readonly label: string
  readonly key?: FunctionKey
  readonly icon: Icon
  /** Why it cannot be done now; shown, never hidden. */
  readonly hindrance?: string | null
  run(): void
}

/** Those the browser and the desktop leave to us. */
export const functionKeys = ['F1', 'F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10'] as const
type FunctionKey = (typeof functionKeys)[number]
