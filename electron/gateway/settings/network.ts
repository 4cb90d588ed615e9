import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { BadConfiguration, type Environment, oneOf } from './values.ts'

/** How a head office answers other computers: over TLS, under these names and no others. */
export interface NetworkSettings {
  /** An address of this computer, or `0.0.0.0` or `::` for all of them. */
  readonly address: string
  /** 0 for any free one. */
  readonly port: number
  /** PEM, looked at again while it answers. */
  readonly certificateFile: string
  readonly keyFile: string
  readonly hosts: readonly NetworkHost[]
  /** Whether people may sign in there. */
  readonly hasScreens: boolean
}

export interface NetworkHost {
  /** In lower case; an IPv6 address in brackets. */
  readonly name: string
  /** As others see it; null where it is the one that is listened on. */
  readonly port: number | null
}

const names = ['RESIT_LISTEN', 'RESIT_TLS_CERTIFICATE', 'RESIT_TLS_KEY', 'RESIT_TLS_HOSTS'] as const
const screens = 'RESIT_TLS_SCREENS'

/**
 * All of it or nothing: beyond this computer nothing is answered without TLS.
 * @throws BadConfiguration
 */
export function readNetwork(env: Environment): NetworkSettings | null {
  const [listen, certificate, key, hosts] = names.map((name) => env[name])
  if ([...names, screens].every((name) => env[name] === undefined)) return null
  if (!listen || !certificate || !key || !hosts)
    throw new BadConfiguration(
      `Other computers are answered over TLS alone: set ${names.join(', ')} together, or none of them. Without them Resit answers on 127.0.0.1.`,
    )
  const [, bracketed, plain, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([\d.]+)):(\d{1,5})$/.exec(listen) ?? []
  const address = bracketed ?? plain ?? ''
  if (isIP(address) !== (bracketed === undefined ? 4 : 6) || Number(port) > 65_535)
    throw new BadConfiguration(
      `RESIT_LISTEN must be an address of this computer with a port, like 0.0.0.0:8443 or [::]:8443; it is “${listen}”.`,
    )
  const file = (path: string) => resolve(env['INIT_CWD'] ?? '', path)
  return {
    address,
    port: Number(port),
    certificateFile: file(certificate),
    keyFile: file(key),
    hosts: hosts.split(',').map((host) => readHost(host.trim().toLowerCase())),
    hasScreens: oneOf(screens, env[screens] ?? 'off', ['on', 'off'] as const) === 'on',
  }
}

function readHost(given: string): NetworkHost {
  const [, name = '', port] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/.exec(given) ?? []
  const isName = name.startsWith('[') ? isIP(name.slice(1, -1)) === 6 : name !== ''
  if (!isName || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
    throw new BadConfiguration(
      `RESIT_TLS_HOSTS: “${given}” is no name like resit.example, or resit.example:443 where others see another port.`,
    )
  return { name, port: port === undefined ? null : Number(port) }
}
