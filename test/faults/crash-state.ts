import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Chance } from './chance.ts'
import type { Recorded } from './recording.ts'

/** What becomes of what was written and not synced when the power goes. */
export const fates = ['kept', 'dropped', 'reordered', 'torn', 'one_file_kept'] as const
export type Fate = (typeof fates)[number]

export interface Crash {
  /** Of the recorded operations so many had begun. */
  readonly after: number
  readonly fate: Fate
  readonly chance: Chance
  /** Syncs of these are taken out of the recording, as if the program had left them out. */
  readonly unsynced?: (path: string) => boolean
}

const sectorBytes = 512

/** Content of the files of a folder, by their paths in it. */
type Files = Map<string, Buffer>

/** @returns what lies in a folder, but the index of the log, which no crash outlives */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('-shm'))
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
}

/**
 * What a disk could hold after a power cut: everything whose sync was over, and of the rest what fate decides. The
 * practice authority is a computer elsewhere: it keeps all it did. Names change in their order, as file systems with a
 * journal of their own do it; which of the last changes are lost is up to chance.
 * @param before what was there when the recording began
 * @param folder where it was recorded
 */
export function crashed(
  before: ReadonlyMap<string, Buffer>,
  operations: readonly Recorded[],
  { folder, after, fate, chance, unsynced = () => false }: Crash & { readonly folder: string },
): ReadonlyMap<string, Buffer> {
  const begun = operations.slice(0, after)
  const isSafe = safeIn(begun, operations[after]?.begun ?? Number.POSITIVE_INFINITY, unsynced)
  const isKept = keeping(begun, { fate, chance })
  let areNamesLost = false
  const files: Files = new Map(before)
  for (const operation of begun.filter(isLasting)) {
    const { kind, path } = operation
    const name = relative(folder, path)
    if (kind === 'write' || kind === 'truncate') {
      const isThere = isSafe(path, operation)
      if (isThere || isKept(path)) change(files, name, operation, isThere || fate !== 'torn' ? null : chance)
    } else if (kind !== 'create' || !files.has(name)) {
      const isThere = isSafe(dirname(path), operation)
      areNamesLost ||= !isThere && !isKept(path)
      if (isThere || !areNamesLost) rename(files, name, operation, folder)
    }
  }
  return files
}

const isLasting = ({ kind, path }: Recorded): boolean => kind !== 'sync' && !path.endsWith('-shm')
const isElsewhere = (path: string): boolean => basename(path).startsWith('practice')

/** @returns whether a sync that was over before the power went came after something was done to a file or folder */
function safeIn(begun: readonly Recorded[], cut: number, unsynced: (path: string) => boolean) {
  const syncs = begun.filter(({ kind, path, ended }) => kind === 'sync' && ended < cut && !unsynced(path))
  const lastSync = new Map(syncs.map(({ path, begun: at }) => [path, at]))
  return (path: string, { ended, path: of }: Recorded): boolean => isElsewhere(of) || ended < (lastSync.get(path) ?? -1)
}

/** @returns whether something that was not synced reached the disk all the same */
function keeping(begun: readonly Recorded[], { fate, chance }: Pick<Crash, 'fate' | 'chance'>) {
  const lucky = fate === 'one_file_kept' && begun.length > 0 ? chance.one(begun).path : null
  return (path: string): boolean => {
    switch (fate) {
      case 'kept':
        return true
      case 'dropped':
        return false
      case 'one_file_kept':
        return path === lucky
      case 'reordered':
      case 'torn':
        return chance.isIn(0.5)
    }
  }
}

/** @param tearing chance that decides on each sector; null to write all of it */
function change(files: Files, name: string, operation: Recorded, tearing: Chance | null): void {
  const old = files.get(name)
  // Its name was lost, and with it all its content.
  if (!old) return
  if (operation.kind === 'truncate') {
    const cut = Buffer.alloc(operation.length)
    old.copy(cut)
    files.set(name, cut)
  }
  if (operation.kind !== 'write') return
  const { at, bytes } = operation
  const fresh = Buffer.alloc(Math.max(old.length, at + bytes.length))
  old.copy(fresh)
  for (let from = at; from < at + bytes.length; ) {
    const to = Math.min(at + bytes.length, (Math.floor(from / sectorBytes) + 1) * sectorBytes)
    if (tearing === null || tearing.isIn(0.5)) bytes.copy(fresh, from, from - at, to - at)
    from = to
  }
  files.set(name, fresh)
}

function rename(files: Files, name: string, operation: Recorded, folder: string): void {
  const content = files.get(name)
  if (operation.kind === 'create') files.set(name, Buffer.alloc(0))
  if (operation.kind === 'remove' || operation.kind === 'rename') files.delete(name)
  if (operation.kind === 'rename' && content) files.set(relative(folder, operation.to), content)
}

export function layOut(files: ReadonlyMap<string, Buffer>, folder: string): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, name), content, { mode: 0o600 })
  }
}
