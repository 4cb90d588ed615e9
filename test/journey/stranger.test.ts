import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { whoListens } from '../../electron/gateway/installation/proof.ts'
import { commandBeside } from '../support/command-line.ts'
import { startGateway } from '../support/gateway.ts'
import { leaveStale, type Stranger, startStranger } from '../support/stranger.ts'

let dataDir: string
let stranger: Stranger | null = null
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-stranger-'))
})
afterEach(async () => {
  await stranger?.close()
  stranger = null
  rmSync(dataDir, { recursive: true, force: true })
})

const patienceMs = 60_000

const resit = (args: readonly string[], input: string) => commandBeside(dataDir, args, { input })

const addOwner = () => resit(['operator', 'add', '--name', 'Aminah', '--role', 'owner'], '271828\n')

test(
  'whoever took the port of a gateway that was killed is told neither the PIN nor the control token',
  async () => {
    stranger = await startStranger()
    leaveStale(dataDir, stranger.port)
    const added = await addOwner()
    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('does not prove that it is the gateway') })
    expect(stranger.heard()).toMatch(/^GET \/operator\/proof\/[0-9a-f]{64}\n/)
    expect(stranger.heard()).not.toMatch(/271828|the-token-of|authorization/i)
    // The owner was made in the files that are ours.
    expect((await resit(['operator', 'list'], '')).stdout).toContain('Aminah')
  },
  patienceMs,
)

test(
  'where a gateway has the database, a stranger at the port that its file names is told nothing, and a person what to do',
  async () => {
    stranger = await startStranger()
    const shop = await startGateway({ dataDir })
    try {
      leaveStale(dataDir, stranger.port, shop.gateway.controlToken)
      expect(await addOwner()).toMatchObject({ code: 3, stderr: expect.stringContaining('stop it, start it again') })
      expect(stranger.heard()).not.toMatch(/271828|authorization/i)
      expect(stranger.heard()).not.toContain(shop.gateway.controlToken)
    } finally {
      await shop.close({ keep: true })
    }
  },
  patienceMs,
)

test(
  'a file that a power cut left half written names nobody',
  async () => {
    leaveStale(dataDir, 1)
    writeFileSync(join(dataDir, 'gateway.json'), '{"event":"rea')
    expect(await resit(['operator', 'list'], '')).toMatchObject({ code: 0, stderr: '' })
  },
  patienceMs,
)

test('a gateway proves that it is the one of its directory, and nobody proves it in its place', async () => {
  const shop = await startGateway({ dataDir })
  try {
    const files = openDataDir(dataDir)
    leaveStale(dataDir, shop.port, shop.gateway.controlToken)
    expect(await whoListens(shop.port, files)).toBe('proven')
    // One that passes the question on to the true one, and its answer back.
    stranger = await startStranger(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`)
      return ((await answer.json()) as { readonly proof: string }).proof
    })
    expect(await whoListens(stranger.port, files)).toBe('unproven')
    // Of another start, or another installation.
    leaveStale(dataDir, shop.port, 'another token')
    expect(await whoListens(shop.port, files)).toBe('unproven')
    const gone = await startStranger()
    await gone.close()
    expect(await whoListens(gone.port, files)).toBe('nobody')
  } finally {
    await shop.close({ keep: true })
  }
})

test('asked anything but for a proof of a number, a gateway has no such page', async () => {
  const shop = await startGateway({ dataDir })
  try {
    const short = await fetch(`http://127.0.0.1:${shop.port}/operator/proof/short`)
    expect([short.status, ((await short.json()) as { readonly code: string }).code]).toEqual([404, 'route_not_found'])
  } finally {
    await shop.close({ keep: true })
  }
})
