import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { rollSizes } from '../../shared/desktop/bridge.ts'
import { nullIfThrown } from '../../shared/domain/null-if-thrown.ts'
import { languages } from '../../shared/words/words.ts'
import { log } from './log.ts'

/** The preferences of this person. A missing or broken key has its default. */
const shape = z.object({
  printer: z.string().nullable().catch(null),
  pagePrinter: z.string().nullable().catch(null),
  roll: z.enum(rollSizes).catch('80'),
  isKiosk: z.boolean().catch(false),
  language: z.enum(languages).nullable().catch(null),
  /** This version was not installed. Only a person tries it again. */
  failedVersion: z.string().nullable().catch(null),
  /** The version that is being installed, and the arguments of the gateway, which no installer passes on. */
  pendingUpdate: z
    .object({ to: z.string(), args: z.array(z.string()) })
    .nullable()
    .catch(null),
})
type Kept = z.output<typeof shape>

export type PreferencesStore = ReturnType<typeof openPreferences>

export function openPreferences(file: string) {
  let kept = shape.catch(() => shape.parse({})).parse(read(file))
  /** A full disk stays full for hours: the failure is logged once. */
  let isSaid = false
  return {
    get kept(): Kept {
      return kept
    },
    /** Holds at once. @returns whether it is on the disk; if not, the next change writes it too */
    set: (change: Partial<Kept>): boolean => {
      kept = { ...kept, ...change }
      try {
        writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true })
        renameSync(`${file}.new`, file)
        isSaid = false
      } catch (err) {
        if (!isSaid) log.error({ err }, 'the settings of the desktop could not be written')
        isSaid = true
      }
      return !isSaid
    },
  }
}

/** A start must not fail because of a broken file. */
const read = (file: string): unknown => nullIfThrown(() => JSON.parse(readFileSync(file, 'utf8')) as unknown)

/** @returns the arguments of the version before, if this version was just installed */
export const argsOfVersionBefore = (
  { kept: { pendingUpdate } }: PreferencesStore,
  current: string,
): readonly string[] => (pendingUpdate?.to === current ? pendingUpdate.args : [])

/** Call it with the lock of the single instance: a second start would remove the note of an update that is being installed. */
export function clearPendingUpdate({ kept: { pendingUpdate }, set }: PreferencesStore, current: string): void {
  if (pendingUpdate === null) return
  set({ pendingUpdate: null, ...(pendingUpdate.to !== current && { failedVersion: pendingUpdate.to }) })
}
