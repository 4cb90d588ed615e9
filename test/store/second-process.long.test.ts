import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { exitCodeOf } from '../../electron/headless/exit-code.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const script = fileURLToPath(new URL('hold-store.ts', import.meta.url))
const children: ChildProcess[] = []

async function openElsewhere(
  file: string,
): Promise<{ readonly said: string; stop(): boolean; kill(): Promise<unknown> }> {
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    said: chunk.toString().trim(),
    stop: () => child.kill('SIGSTOP'),
    kill: () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      return ended
    },
  }
}

const refusalOf = (task: () => unknown) => {
  try {
    task()
    return null
  } catch (cause) {
    return cause
  }
}

describe('one process alone', () => {
  const file = freshFile()
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  test('a second one is refused while the first holds the store, and let in after it (ST15)', async () => {
    const store = openSqliteStore(file.path)
    expect((await openElsewhere(file.path)).said).toBe('refused: held_by_another')
    await store.companies.save(aCompany(), 'control')
    expect(await store.companies.list()).toHaveLength(1)
    await store.upkeep.close()
    expect((await openElsewhere(file.path)).said).toBe('held')
  })

  test('a store held elsewhere is refused here, also while that process is stopped, until it is killed (ST15)', async () => {
    const other = await openElsewhere(file.path)
    expect(other.said).toBe('held')
    const refusal = refusalOf(() => openSqliteStore(file.path))
    expect(refusal).toMatchObject({ name: 'StoreRefusal', reason: 'held_by_another' })
    expect(exitCodeOf(refusal)).toBe(3)
    // A stopped process, as on a sleeping computer, does nothing but still holds the lock.
    other.stop()
    expect(refusalOf(() => openSqliteStore(file.path))).toMatchObject({ reason: 'held_by_another' })
    await other.kill()
    const store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
    await keep(store, insertion(1))
    expect((await store.journal.verify()).findings).toEqual([])
    await store.upkeep.close()
  })

  test('nor can one process open it twice', async () => {
    const store = openSqliteStore(file.path)
    expect(refusalOf(() => openSqliteStore(file.path))).toMatchObject({ reason: 'held_by_another' })
    await store.upkeep.close()
  })
})
