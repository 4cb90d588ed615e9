import { describe, expect, test } from 'vitest'
import { type MachineAsked, machineId } from '../../electron/gateway/installation/machine-id.ts'

const id = '3d1219c7c4c5404aaa1f6d2a48adfda4'
const guid = '9C3A11F2-5B7D-4E02-8A6C-0D1E2F304152'

/** A machine with these files, whose programs print what they are said to. */
function machine(
  platform: NodeJS.Platform,
  { files = {}, env = {}, prints = {} }: Partial<Record<'files' | 'env' | 'prints', Record<string, string>>>,
): MachineAsked {
  const found = (from: Record<string, string>, name: string): string => {
    const text = from[name]
    if (text === undefined) throw new Error(`there is no ${name}`)
    return text
  }
  return {
    platform,
    env,
    isThere: (path) => Object.hasOwn(files, path),
    read: (path) => found(files, path),
    run: (program) => found(prints, program),
  }
}

const linux = { '/etc/machine-id': `${id}\n` }
const reg = 'C:\\Windows\\System32\\reg.exe'
const registry = `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${guid}\r\n\r\n`
const ioreg = `+-o J314sAP  <class IOPlatformExpertDevice>\n    {\n      "IOPlatformUUID" = "${guid}"\n    }\n`

describe('a machine', () => {
  test.each([
    ['Linux', machine('linux', { files: linux })],
    ['a Linux with D-Bus alone', machine('linux', { files: { '/var/lib/dbus/machine-id': id } })],
    ['Windows', machine('win32', { env: { SystemRoot: 'C:\\Windows' }, prints: { [reg]: registry } })],
    ['macOS', machine('darwin', { prints: { '/usr/sbin/ioreg': ioreg } })],
  ])('with %s is known again, and its own id is told to nobody', (_what, asked) => {
    const known = machineId(asked)
    expect(known).toMatch(/^[0-9a-f]{64}$/)
    expect(machineId(asked)).toBe(known)
    expect(known).not.toContain(id.slice(0, 8))
  })

  test('is told from another', () => {
    const other = machine('linux', { files: { '/etc/machine-id': id.replace('3', '4') } })
    expect(machineId(other)).not.toBe(machineId(machine('linux', { files: linux })))
  })
})

describe('nobody knows which machine it is', () => {
  test.each([
    ['in a container of Docker', machine('linux', { files: { ...linux, '/.dockerenv': '' } })],
    ['in a container of Podman', machine('linux', { files: { ...linux, '/run/.containerenv': '' } })],
    ['in a pod', machine('linux', { files: linux, env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' } })],
    ['with an id for this start alone', machine('linux', { files: { ...linux, '/run/machine-id': id } })],
    ['before the first start is through', machine('linux', { files: { '/etc/machine-id': 'uninitialized\n' } })],
    ['without an id', machine('linux', {})],
    ['where the registry says nothing', machine('win32', { prints: { [reg]: 'ERROR: Access is denied.' } })],
    ['where a program does not run', machine('darwin', {})],
    ['on a platform without any', machine('freebsd', { files: linux })],
  ])('%s', (_what, asked) => {
    expect(machineId(asked)).toBeNull()
  })
})
