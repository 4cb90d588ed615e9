import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { isGatewayAt } from '../../electron/gateway/installation/proof.ts'
import { commandBeside } from '../support/command-line.ts'
import { type ForeignProgram, leaveStale, startForeignProgram } from '../support/foreign-program.ts'
import { startGateway } from '../support/gateway.ts'

let dataDir: string
let foreignProgram: ForeignProgram | null = null
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-foreign-'))
})
afterEach(async () => {
  await foreignProgram?.close()
  foreignProgram = null
  rmSync(dataDir, { recursive: true, force: true })
})

const resit = (args: readonly string[], input: string) => commandBeside(dataDir, args, { input })

const addOwner = () => resit(['operator', 'add', '--name', 'Aminah', '--role', 'owner'], '271828\n')

test('whoever took the port of a gateway that was killed is told neither the PIN nor the control token', async () => {
  foreignProgram = await startForeignProgram()
  leaveStale(dataDir, foreignProgram.port)
  const added = await addOwner()
  expect(added).toMatchObject({ code: 0, stderr: '' })
  expect(foreignProgram.heard()).toMatch(/^GET \/operator\/proof\/[0-9a-f]{64}\n/)
  expect(foreignProgram.heard()).not.toMatch(/271828|the-token-of|authorization/i)
  // The owner was made in our data directory, not in the other program.
  expect((await resit(['operator', 'list'], '')).stdout).toContain('Aminah')
})

test('where a gateway has the database, another program at the port that its file names is told nothing, and a person what to do', async () => {
  foreignProgram = await startForeignProgram()
  const shop = await startGateway({ dataDir })
  try {
    leaveStale(dataDir, foreignProgram.port, shop.gateway.controlToken)
    expect(await addOwner()).toMatchObject({ code: 3, stderr: expect.stringContaining('stop it first') })
    expect(foreignProgram.heard()).not.toMatch(/271828|authorization/i)
    expect(foreignProgram.heard()).not.toContain(shop.gateway.controlToken)
  } finally {
    await shop.close({ keep: true })
  }
})

test('a file that a power cut left half written names nobody', async () => {
  leaveStale(dataDir, 1)
  writeFileSync(join(dataDir, 'gateway.json'), '{"event":"rea')
  expect(await resit(['operator', 'list'], '')).toMatchObject({ code: 0, stderr: '' })
})

test('a gateway proves that it is the one of its directory, and nobody proves it in its place', async () => {
  const shop = await startGateway({ dataDir })
  try {
    const files = ensureDataDir(dataDir)
    leaveStale(dataDir, shop.port, shop.gateway.controlToken)
    expect(await isGatewayAt(shop.port, files)).toBe(true)
    // A program that passes each request on to the real gateway, and its answer back.
    foreignProgram = await startForeignProgram(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`)
      return ((await answer.json()) as { readonly proof: string }).proof
    })
    expect(await isGatewayAt(foreignProgram.port, files)).toBe(false)
    // The token of an earlier start or of another installation.
    leaveStale(dataDir, shop.port, 'another token')
    expect(await isGatewayAt(shop.port, files)).toBe(false)
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
