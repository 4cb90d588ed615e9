import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LedgerStore } from '../../electron/gateway/authority/practice/ledger.ts'
import type { Checkpoint } from '../../electron/gateway/platform/crash-points.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { judge } from '../faults/oracle.ts'
import { askAt } from '../support/ask-at.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { expectClean } from '../support/expect-clean.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { comeToRest, guids, sellSix, statusesAfter } from '../support/six-sales.ts'

let dataDir: string
const running: GatewayProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-crash-'))
})
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(crashAt = ''): Promise<GatewayProcess> {
  // A sale waits before it is sent, so that it can be voided. If it must be voided, it waits longer than a busy
  // computer needs.
  const rested = {
    RESIT_DISPATCH_DELAY_MS: crashAt.startsWith('void') ? '20000' : '400',
    RESIT_LOG_LEVEL: 'error',
    ...dyingAt(crashAt),
  }
  const gateway = await spawnGateway(dataDir, { ...brisk, ...rested })
  running.push(gateway)
  return gateway
}

const died = async ({ child }: GatewayProcess): Promise<NodeJS.Signals | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

const day = ({ port }: GatewayProcess) => sellSix(askAt(dataDir, port))
const rest = ({ port }: GatewayProcess) => comeToRest(askAt(dataDir, port))

/** Compares the records with the authority's ledger. */
async function compare() {
  const ledger = new LedgerStore(join(dataDir, 'practice.db'))
  const store = openSqliteStore(join(dataDir, 'resit.db'))
  try {
    return await judge({ store, documents: ledger.documents(), saleGuids: guids, cancelledOnPortal: new Set() })
  } finally {
    ledger.close()
    await store.upkeep.close()
  }
}

const places: readonly (readonly [Checkpoint, readonly number[]])[] = [
  ['submission_stored', [1, 4]],
  ['void_stored', [1]],
  ['claimed', [1]],
  ['practice_took_submit', [1]],
  ['answered', [1]],
  ['cancel_requested', [1]],
  ['cancel_asking', [1]],
  ['practice_took_changeState', [1]],
  ['cancel_answered', [1]],
]
const crashes = places.flatMap(([point, times]) => times.map((nth) => `${point}:${nth}`))

describe('a gateway that dies', () => {
  test.each(crashes)(
    'at %s loses nothing, sends nothing twice and ends where it would have ended (ST1, QR3)',
    async (crashAt) => {
      const first = await start(crashAt)
      await day(first)
      expect(await died(first)).toBe('SIGKILL')
      const second = await start()
      const isVoided = await day(second)
      await rest(second)
      await second.stop()
      const judgement = await compare()
      expectClean(judgement, statusesAfter(isVoided))
      if (crashAt.startsWith('void_stored')) expect(isVoided).toBe(true)
    },
  )

  test('while it makes its database begins again with an empty one (ST17)', async () => {
    await expect(start('migration_step:1')).rejects.toThrow('the gateway ended with null')
    const again = await start()
    await day(again)
    await rest(again)
    await again.stop()
    expectClean(await compare())
  })
})
