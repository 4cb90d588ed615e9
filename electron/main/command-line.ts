import { parseArgs } from 'node:util'

export interface DesktopFlags {
  readonly isHidden: boolean
  readonly isKiosk: boolean
  /** For the gateway; what Chromium and the platform add is not passed on. */
  readonly gatewayArgs: readonly string[]
  /** A `resit` command, for an uninstaller or a script on a computer without Node; null otherwise. */
  readonly command: readonly string[] | null
  /** Where the program writes what it sees of itself; null where it is not asked. */
  readonly selfTest: string | null
}

const commandWord = '--resit'

/** Ends what the platform reads: after a word with a colon it would take anything else for an attack, and end. */
const restWord = '--'

/** With these any program of this computer could drive the window, and read what is on it. */
const debugging =
  /^--?(remote-debugging-(port|pipe|address|targets)|remote-allow-origins|inspect|inspect-brk|inspect-port|js-flags)\b/

/** A switch that a shop's installation does not start with; null where there is none. */
export const refusedSwitch = (args: readonly string[]): string | null =>
  args.find((arg) => debugging.test(arg))?.replace(/=.*$/, '') ?? null

/** @param args without the program itself */
export function readFlags(args: readonly string[]): DesktopFlags {
  const at = args.indexOf(commandWord)
  const own = at < 0 ? args : args.slice(0, at)
  const { values } = parseArgs({
    args: [...own],
    strict: false,
    allowPositionals: true,
    options: {
      hidden: { type: 'boolean' },
      kiosk: { type: 'boolean' },
      'data-dir': { type: 'string' },
      port: { type: 'string' },
      authority: { type: 'string' },
      'self-test': { type: 'string' },
    },
  })
  const gatewayArgs = (['data-dir', 'port', 'authority'] as const).flatMap((name) => {
    const value = values[name]
    return typeof value === 'string' ? [`--${name}`, value] : []
  })
  const selfTest = values['self-test']
  return {
    isHidden: values['hidden'] === true,
    isKiosk: values['kiosk'] === true,
    gatewayArgs,
    selfTest: typeof selfTest === 'string' ? selfTest : null,
    command: at < 0 ? null : args.slice(args[at + 1] === restWord ? at + 2 : at + 1),
  }
}
