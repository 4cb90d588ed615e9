import { existsSync } from 'node:fs'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Where what must never be in the database in clear is kept: the platform's key store, or a file only its owner reads. */
export interface Secrets {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
}

const shape = z.record(z.string(), z.string())

/**
 * Secrets of a gateway without a desktop: one file, readable by its owner alone.
 * @throws Error where the file is there and is not ours: it is never overwritten then
 */
export function secretsInFile(file: string): Secrets {
  let turn: Promise<unknown> = Promise.resolve()
  const read = async () => {
    return existsSync(file) ? shape.parse(JSON.parse(await readFile(file, 'utf8'))) : {}
  }
  const set = async (name: string, value: string) => {
    const fresh = `${file}.new`
    await writeFile(fresh, JSON.stringify({ ...(await read()), [name]: value }), { mode: 0o600, flush: true })
    await chmod(fresh, 0o600)
    await rename(fresh, file)
  }
  return {
    async get(name) {
      return (await read())[name] ?? null
    },
    set(name, value) {
      // One after the other, or the second would write back what the first replaced.
      const mine = turn.then(() => set(name, value))
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}
