import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { rolls } from '../../shared/desktop/bridge.ts'
import { languages } from '../../shared/words/words.ts'
import { compareVersions } from '../release/version.ts'

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
  /** The newest version that ran well here: nothing older is installed. */
  newestVersion: z.string().nullable().catch(null),
  /** Signed by the releaser: nothing older than this should run, and nothing older is put back. */
  minimumVersion: z.string().nullable().catch(null),
  /** Was not installed, or did not start here and was put back: only a person installs it again. */
  failedVersion: z.string().nullable().catch(null),
  pendingUpdate: pendingUpdate.nullable().catch(null),
})
type Kept = z.output<typeof shape>

export interface Preferences {
  readonly kept: Kept
  readonly set: (change: Partial<Kept>) => void
}

export function openPreferences(file: string): Preferences {
  let kept = shape.parse(read(file))
  return {
    get kept() {
      return kept
    },
    set(change) {
      kept = { ...kept, ...change }
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

/** The gateway of this version was seen to work: nothing older is installed by itself from now on. */
export function provedItself({ kept, set }: Preferences, current: string): void {
  const { newestVersion, pendingUpdate: pending } = kept
  if (newestVersion === null || compareVersions(current, newestVersion) > 0) set({ newestVersion: current })
  // The version before still gives signs of life while its place is being taken: that proves nothing of the new one.
  if (pending?.to === current) set({ pendingUpdate: null })
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
