import { parseArgs } from 'node:util'

const commandWord = '--resit'

/** Ends the arguments for Electron. After a word with a colon, Electron takes any other argument for an attack, and ends. */
const restWord = '--'

/** With these switches, any program of this computer could drive the window and read it. */
const debugging =
  /^--?(remote-debugging-(port|pipe|address|targets)|remote-allow-origins|inspect|inspect-brk|inspect-port|js-flags)\b/

/** @returns a switch with which an installed program does not start; null if there is none */
export const refusedSwitch = (args: readonly string[]): string | null =>
  args.find((arg) => debugging.test(arg))?.replace(/=.*$/, '') ?? null

/** Switches of the gateway, each with a value. Those of Chromium and Electron are not passed on. */
const ofGateway = ['data-dir', 'port', 'authority'] as const

/** @param args without the program itself */
export function readFlags(args: readonly string[]) {
  const at = args.indexOf(commandWord)
  const options = Object.fromEntries(ofGateway.map((name) => [name, { type: 'string' }] as const))
  const own = at < 0 ? [...args] : args.slice(0, at)
  const { values } = parseArgs({ args: own, strict: false, allowPositionals: true, options })
  return {
    isHidden: values['hidden'] === true,
    isKiosk: values['kiosk'] === true,
    gatewayArgs: ofGateway.flatMap((name) => (typeof values[name] === 'string' ? [`--${name}`, values[name]] : [])),
    /** A `resit` command, for an uninstaller or a script on a computer without Node; null otherwise. */
    command: at < 0 ? null : args.slice(args[at + 1] === restWord ? at + 2 : at + 1),
  }
}
