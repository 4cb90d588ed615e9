import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Chance } from './chance.ts'
import type { Recorded } from './recording.ts'

/** What a power cut does to writes that were not synced. */
export const fates = ['kept', 'dropped', 'reordered', 'torn', 'one_file_kept'] as const
export type Fate = (typeof fates)[number]

export interface Crash {
  /** How many of the recorded operations had begun. */
  readonly after: number
  readonly fate: Fate
  readonly chance: Chance
  /** Syncs of these files are removed from the recording, as if the program had not made them. */
  readonly unsynced?: (path: string) => boolean
}

const sectorBytes = 512

/** The contents of files, by their paths in the folder. */
type Files = Map<string, Buffer>

/** @returns the files of a folder, without the index of SQLite's log, which is rebuilt after a crash */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('-shm'))
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]))
}

/**
 * The files on a disk after a power cut: everything that was synced, and of the rest what `fate` decides. The practice
 * authority stands for another computer, so it keeps everything. Names change in order, as in file systems with a
 * journal; chance decides which of the last changes are lost. @param before the files when the recording began @param
 * folder where it was recorded
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

/** @returns whether a later sync that was complete before the cut protects an operation */
function safeIn(begun: readonly Recorded[], cut: number, unsynced: (path: string) => boolean) {
  const syncs = begun.filter(({ kind, path, ended }) => kind === 'sync' && ended < cut && !unsynced(path))
  const lastSync = new Map(syncs.map(({ path, begun: at }) => [path, at]))
  return (path: string, { ended, path: of }: Recorded): boolean => isElsewhere(of) || ended < (lastSync.get(path) ?? -1)
}

/** @returns whether an operation reached the disk although it was not synced */
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

/** @param tearing decides for each sector whether it is written; null to write all of it */
function change(files: Files, name: string, operation: Recorded, tearing: Chance | null): void {
  const old = files.get(name)
  // The name was lost, and its content with it.
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
