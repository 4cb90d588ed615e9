import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { GatewayPorts } from '../ports.ts'
import type { Environment } from '../settings/values.ts'
import type { Head } from '../store/port/journal.ts'
import type { DataDir } from './data-dir.ts'
import { isRetired } from './retired.ts'

/** What a witness remembers of an installation. */
export interface Testimony extends Head {
  /** The directory that this one is a copy of, where both are there; null otherwise. */
  readonly original: string | null
}

/** What remembers, for one installation and from outside of its data directory, how far its journal had come. */
export interface OwnWitness {
  /** @returns null where nothing is remembered, or it cannot be read */
  read(): Testimony | null
  /** @throws Error of the file system */
  note(head: Head): Promise<void>
}

const kept = z.object({ line: z.number(), chain: z.string(), data_dir: z.string() })

/**
 * A file in the operating system's own place for what applications remember. Who puts a whole data directory back, with
 * journal and anchor, does not think of it (reliability ST13); a directory of which two are there is found, too (ST14).
 * @param folder made at the first note
 * @param installation of the seal
 */
function witnessIn(folder: string, installation: string, dataDir: Pick<DataDir, 'path'>): OwnWitness {
  const file = join(folder, `${installation.replaceAll(/[^\w-]/g, '')}.json`)
  const here = () => realpathSync(dataDir.path)
  return {
    read() {
      try {
        const { line, chain, data_dir } = kept.parse(JSON.parse(readFileSync(file, 'utf8')))
        return { line, chain, original: data_dir === here() || !isAlive(data_dir) ? null : data_dir }
      } catch {
        return null
      }
    },
    async note({ line, chain }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const text = JSON.stringify({ line, chain, data_dir: here() } satisfies z.output<typeof kept>)
      // What lies there under this name, a link perhaps, is not written through.
      await rm(`${file}.new`, { force: true })
      await writeFile(`${file}.new`, text, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.new`, file)
    },
  }
}

/** Whether a directory could go on with the documents that were copied from it. */
const isAlive = (path: string): boolean => existsSync(join(path, 'resit.db')) && !isRetired({ path })

/** @returns where this platform keeps what applications remember of what they did */
export function witnessFolder(env: Environment): string {
  switch (process.platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Resit witness')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Resit witness')
    default:
      return join(env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state'), 'resit')
  }
}

/** Of an installation that has a seal of its own. */
export const witnessOf = (
  { seal }: { readonly seal: { readonly installation: string } | string },
  dataDir: DataDir,
  { witnessFolder: folder }: Pick<GatewayPorts, 'witnessFolder'>,
): OwnWitness | null =>
  folder === undefined || typeof seal === 'string' ? null : witnessIn(folder, seal.installation, dataDir)
