import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { rolls } from '../../shared/desktop/bridge.ts'
import { languages } from '../../shared/words/words.ts'
import { noteSurprise } from './surprises.ts'

const pendingUpdate = z.object({
  from: z.string(),
  to: z.string(),
  backup: z.string(),
  starts: z.int(),
  /** What the gateway was told on the command line: no installer passes it on. */
  args: z.array(z.string()).catch([]),
})

/** What this person's desktop remembers. What is missing or broken falls back by itself, key by key. */
const shape = z.object({
  printer: z.string().nullable().catch(null),
  pagePrinter: z.string().nullable().catch(null),
  roll: z.enum(rolls).catch('80'),
  isKiosk: z.boolean().catch(false),
  language: z.enum(languages).nullable().catch(null),
  /** Signed by the releaser: nothing older than this should run, and nothing older is installed. */
  minimumVersion: z.string().nullable().catch(null),
  /** Was not installed: only a person installs it again. */
  failedVersion: z.string().nullable().catch(null),
  pendingUpdate: pendingUpdate.nullable().catch(null),
})
type Kept = z.output<typeof shape>

export interface Preferences {
  readonly kept: Kept
  /** Holds from now on. @returns whether it is on the disk, too; if not, the next change writes it as well */
  readonly set: (change: Partial<Kept>) => boolean
  /** Writes what the disk did not take. */
  readonly writeAgain: () => void
}

export function openPreferences(file: string): Preferences {
  let kept = shape.parse(read(file))
  let isOnDisk = true
  /** A disk that is full stays so for hours: the failure is logged once. */
  const write = (): boolean => {
    const wasOnDisk = isOnDisk
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
      isOnDisk = true
    } catch (err) {
      isOnDisk = false
      if (wasOnDisk) noteSurprise(err, 'the settings of the desktop could not be written')
    }
    return isOnDisk
  }
  return {
    get kept() {
      return kept
    },
    set(change) {
      kept = { ...kept, ...change }
      return write()
    },
    writeAgain() {
      if (!isOnDisk) write()
    },
  }
}

/** The gateway of this version was seen to work. */
export function provedItself({ kept, set, writeAgain }: Preferences, current: string): void {
  writeAgain()
  // The version before still gives signs of life while its place is being taken: that proves nothing of the new one.
  if (kept.pendingUpdate?.to === current) set({ pendingUpdate: null })
}

function read(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // Which printer was chosen is no reason not to start.
    return {}
  }
}
