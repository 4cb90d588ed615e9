import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { copyPlain, NotPlain } from '../platform/copy-plain.ts'
import { checkpoint } from '../platform/crash-points.ts'
import { syncFolder, writeDurably } from '../platform/durable-file.ts'
import { BadConfiguration } from '../settings/values.ts'
import { bindMovedSeal, type SealPorts } from '../store/journal/seal.ts'
import type { DataDir } from './data-dir.ts'
import type { AtRest } from './journal-at-rest.ts'
import { besidesDatabase, databaseName, letterIn, type Moved, syncAll } from './moving.ts'

/** Whole, and not ours before the folder says so. */
const arrivingAt = ({ database }: DataDir): string => `${database}.arriving`
/** With which name this computer takes the folder's letter. */
const claimIn = ({ path }: DataDir): string => join(path, 'moving-in.json')
const claim = z.object({ used: z.string() })

/**
 * Unpacks what another computer packed, once: the folder says afterwards that it was used. Broken off at any moment, it
 * is done again on the same computer.
 * @throws BadConfiguration where documents are kept here already, or the folder is none to move in with
 */
export async function moveIn(place: AtRest, folder: string, ports: SealPorts): Promise<Moved> {
  const { dataDir } = place
  refuseKept(dataDir)
  if (!isClaimedHere(dataDir, folder)) {
    if (!existsSync(letterIn(folder)))
      throw new BadConfiguration(`${folder} is not what “move-out” made, or it was used.`)
    // A medium that cannot be written cannot say that it was used.
    accessSync(folder, constants.W_OK)
    await copyFrom(folder, place, ports).catch(refuseLinks)
    const used = `used-${ports.randomness.guid()}.json`
    writeDurably(claimIn(dataDir), JSON.stringify({ used }))
    take(folder, used)
    checkpoint('move_taken')
  }
  refuseKept(dataDir)
  renameSync(arrivingAt(dataDir), dataDir.database)
  syncFolder(dataDir.path)
  rmSync(claimIn(dataDir))
  return { folder, hasSecrets: existsSync(join(folder, 'secrets.json')) }
}

function refuseKept({ database, path }: DataDir): void {
  if (existsSync(database)) throw new BadConfiguration(`${path} keeps documents already.`)
}

/** Whether it was this computer that took the letter, before it was broken off. */
function isClaimedHere(dataDir: DataDir, folder: string): boolean {
  if (!existsSync(claimIn(dataDir))) return false
  const { used } = claim.parse(JSON.parse(readFileSync(claimIn(dataDir), 'utf8')))
  return existsSync(join(folder, used))
}

/** Of two computers that come with the same folder one finds the letter. */
function take(folder: string, used: string): void {
  try {
    renameSync(letterIn(folder), join(folder, used))
  } catch (cause) {
    throw new BadConfiguration(`${folder} was used by another computer meanwhile, or cannot be written.`, { cause })
  }
  syncFolder(folder)
}

function refuseLinks(cause: unknown): never {
  if (cause instanceof NotPlain)
    throw new BadConfiguration(`${cause.message}: “move-in” takes what “move-out” made, and that has no links.`, {
      cause,
    })
  throw cause
}

async function copyFrom(folder: string, { dataDir, journalDir }: AtRest, ports: SealPorts): Promise<void> {
  for (const { from, name } of besidesDatabase(dataDir, journalDir)) {
    if (!existsSync(join(folder, name))) continue
    mkdirSync(dirname(from), { recursive: true, mode: 0o700 })
    copyPlain(join(folder, name), from)
  }
  const secrets = join(folder, 'secrets.json')
  if (existsSync(secrets)) {
    copyPlain(secrets, dataDir.secrets)
    await bindMovedSeal(ports)
  }
  copyPlain(join(folder, databaseName), arrivingAt(dataDir))
  syncAll(dataDir.path)
  if (journalDir !== null && existsSync(journalDir)) syncAll(journalDir)
}
