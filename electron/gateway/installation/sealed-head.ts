import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import type { JournalHead } from '../store/port/journal.ts'
import type { DataPaths } from './data-dir.ts'
import { isRetired } from './marks.ts'
import type { SealKey } from './seal.ts'

const kept = z.object({
  installation: z.string(),
  line: z.number(),
  chain: z.string(),
  session: z.number(),
  data_dir: z.string(),
  copy: z.string(),
  mac: z.string(),
})
type Kept = z.output<typeof kept>

export const buildCopyFolderPath = (folder: string, installation: string): string =>
  join(folder, `${nameOf(installation)}-copy`)

const nameOf = (installation: string): string => installation.replaceAll(/[^\w-]/g, '')
const fileIn = (folder: string, installation: string): string => join(folder, `${nameOf(installation)}.json`)

const macOf = ({ mac: _mac, ...said }: Kept, key: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([said.installation, said.line, said.chain, said.session, said.data_dir, said.copy]))
    .digest()

export interface SealedHeadLocation {
  /** The platform's folder for the state of applications; made at the first note. */
  readonly folder: string
  readonly dataDir: Pick<DataPaths, 'path'>
  /** The folder of the copy, by which a restore finds it; absent to read only. */
  readonly copy?: () => string
}

export type SealedHeadRead =
  | { readonly kind: 'none' }
  /** There was one before. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'forged' }
  | { readonly kind: 'sealed'; readonly head: JournalHead; readonly original: string | null }

/**
 * The newest line of the journal, sealed and kept outside the data directory. It shows if lines were cut off or an
 * older data directory was put back (reliability ST13), and if two copies of one directory are used (ST14).
 */
export class SealedHead {
  readonly #place: SealedHeadLocation
  #seal: SealKey

  constructor(place: SealedHeadLocation, seal: SealKey) {
    this.#place = place
    this.#seal = seal
  }

  read(): SealedHeadRead {
    const file = fileIn(this.#place.folder, this.#seal.installation)
    if (!existsSync(file)) return { kind: this.#seal.hasHead ? 'missing' : 'none' }
    const said = readKept(file)
    if (!said || !isSame(Buffer.from(said.mac, 'hex'), macOf(said, this.#seal.key))) return { kind: 'forged' }
    const { line, chain, session, data_dir } = said
    const isHere = data_dir === real(this.#place.dataDir.path) || !isAlive(data_dir)
    return { kind: 'sealed', head: { line, chain, session }, original: isHere ? null : data_dir }
  }

  /** @throws Error of the file system */
  async note({ line, chain, session }: JournalHead): Promise<void> {
    const { folder, dataDir, copy } = this.#place
    const { installation, key } = this.#seal
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const said: Kept = {
      installation,
      line,
      chain,
      session,
      data_dir: real(dataDir.path),
      copy: copy?.() ?? '',
      mac: '',
    }
    const text = JSON.stringify({ ...said, mac: macOf(said, key).toString('hex') })
    const file = fileIn(folder, installation)
    // Removed first, because another program may have put a link there.
    await rm(`${file}.new`, { force: true })
    // Flushed: a file that a power cut left empty would look forged.
    await writeFile(`${file}.new`, text, { mode: 0o600, flag: 'wx', flush: true })
    await rename(`${file}.new`, file)
  }

  renew(seal: SealKey): void {
    this.#seal = seal
  }
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

const readKept = (file: string): Kept | null => nullIfThrown(() => kept.parse(JSON.parse(readFileSync(file, 'utf8'))))

const real = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

/** Whether the other directory could still send the same documents. */
const isAlive = (path: string): boolean => existsSync(join(path, 'resit.db')) && !isRetired({ path })

/**
 * Read from the sealed head. @param seal null if the secrets are gone: then the head that names this directory counts
 * @returns null if nothing was kept
 */
export function findCopyOfDataDir(
  folder: string,
  dataDir: Pick<DataPaths, 'path'>,
  seal: SealKey | null,
): { readonly copy: string } | null {
  if (!existsSync(folder)) return null
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = names.flatMap((name) => readKept(join(folder, name)) ?? [])
  const own = all.find(({ installation }) => installation === seal?.installation)
  return own ?? (seal ? null : all.find(({ data_dir }) => data_dir === real(dataDir.path))) ?? null
}
