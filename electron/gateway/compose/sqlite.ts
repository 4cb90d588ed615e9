import { existsSync } from 'node:fs'
import type { DataDir } from '../installation/data-dir.ts'
import { refuseHeadOffice } from '../installation/head-office.ts'
import { journalFor } from '../installation/journal-keeping.ts'
import { refuseRetired } from '../installation/retired.ts'
import { witnessOf } from '../installation/witness.ts'
import { checkpoint } from '../platform/crash-points.ts'
import { BadConfiguration } from '../settings/values.ts'
import { refuseSharedPlace } from '../store/recovery/storage-place.ts'
import { openThreadedStore } from '../store/thread/threaded-store.ts'
import type { OpenStore } from './opened-store.ts'

/** A database in the data directory, for one gateway alone, with its journal beside it. */
export const sqliteIn =
  (dataDir: DataDir): OpenStore =>
  async ({ isSharedPlaceAllowed, journalDir, network, secretsKey }, ports) => {
    if (secretsKey)
      throw new BadConfiguration(
        'RESIT_SECRETS_KEY is for a head office; the gateway of a shop keeps its secrets for itself.',
      )
    if (network)
      throw new BadConfiguration(
        'RESIT_LISTEN is for a head office (npm run head-office); the gateway of a shop answers its own computer alone.',
      )
    refuseHeadOffice(dataDir)
    refuseRetired(dataDir)
    refuseSharedPlace(dataDir.path, isSharedPlaceAllowed)
    checkpoint('opening')
    const journal = await journalFor(journalDir ?? dataDir.journal, ports)
    // Nobody who stops as he should leaves a log.
    const wal = `${dataDir.database}-wal`
    const wasKilled = existsSync(wal)
    const store = await openThreadedStore(dataDir.database, journal)
    try {
      // Again, now that nobody else has the database: it may have been retired since.
      refuseRetired(dataDir)
      return { store, wal, wasKilled, witness: witnessOf(journal, dataDir, ports) }
    } catch (cause) {
      await store.upkeep.close()
      throw cause
    }
  }
