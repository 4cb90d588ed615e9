import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keepApart } from './apart.ts'
import { isLinux } from './machine.ts'

if (!isLinux) console.warn('SKIPPED: the sockets of a process are read from /proc, which only Linux has')

const here = keepApart()

/** Local addresses, as hexadecimal, at which a process listens. */
function listeningOf(pid: number): readonly string[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
      return inode ?? []
    }),
  )
  const listens = '0A'
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((cells) => cells[3] === listens && own.has(cells[9] ?? ''))
      .map((cells) => cells[1] ?? ''),
  )
}

test.runIf(isLinux)('it listens on loopback and nowhere else, its practice authority too (PR15, LO15)', async () => {
  // In practice mode there are two servers.
  const { child, port } = await here.start({ RESIT_AUTHORITY: 'practice' })
  const addresses = listeningOf(child.pid ?? 0).map((address) => address.split(':'))
  const here6 = '00000000000000000000000001000000'
  expect(addresses.map(([ip]) => ip).filter((ip) => ip !== here6)).toEqual(['0100007F', '0100007F'])
  expect(addresses.map(([, hex]) => Number.parseInt(hex ?? '', 16))).toContain(port)
})
