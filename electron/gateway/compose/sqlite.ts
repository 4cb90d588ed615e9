import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copyChoiceIn } from '../features/upkeep/plan.ts'
import type { DataPaths } from '../installation/data-dir.ts'
import { refuseHeadOffice, refuseRetired } from '../installation/marks.ts'
import { loadOrMakeSealKey, readSealKey, type SealAbsence, type SealKey } from '../installation/seal.ts'
import { buildCopyFolderPath, findCopyOfDataDir, SealedHead } from '../installation/sealed-head.ts'
import { LastSentBatches } from '../installation/sent-mark.ts'
import { checkpoint } from '../platform/crash-points.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Settings } from '../settings/settings.ts'
import { BadConfiguration } from '../settings/values.ts'
import type { ContinuousCopy, CopyChoice } from '../store/port/copy.ts'
import { refuseSharedPlace } from '../store/recovery/storage-place.ts'
import { StoreRefusal } from '../store/refusal.ts'
import { openSqliteStore } from '../store/sqlite-store.ts'
import type { OpenStore } from './opened-store.ts'

export const makeSqliteOpener =
  (dataDir: DataPaths): OpenStore =>
  async (settings, ports) => {
    const { isSharedPlaceAllowed, network, secretsKey } = settings
    if (secretsKey || network)
      throw new BadConfiguration(
        `${secretsKey ? 'RESIT_SECRETS_KEY' : 'RESIT_LISTEN'} is for a head office (npm run head-office): the gateway of a shop keeps its secrets for itself and answers its own computer alone.`,
      )
    refuseHeadOffice(dataDir)
    refuseRetired(dataDir)
    refuseSharedPlace(dataDir.path, isSharedPlaceAllowed)
    checkpoint('opening')
    const after = await lastSessionOf(dataDir, settings, ports)
    const store = openSqliteStore(dataDir.database, { now: ports.clock.now(), after })
    try {
      // Again, because it may have been retired before it was locked.
      refuseRetired(dataDir)
      const seal = await loadOrMakeSealKey((await store.journal.status()).lines > 0, ports)
      const choice = await copyChoiceIn(store.settings, settings)
      let copying: ContinuousCopy | null = null
      const copy = (first: string) => copying?.status().folder ?? first
      const { place, ...outside } = outsideOf(dataDir, { seal, choice, copy }, ports)
      const { database } = dataDir
      const { copyInto, writable } = store
      const copyOn = place && copyInto ? () => (copying = copyInto(place, { log: ports.log })) : null
      return { store, database, writable, copyOn, ...outside }
    } catch (cause) {
      await store.upkeep.close()
      throw cause
    }
  }

/**
 * @returns the number of the last run that is known outside the database; 0 for none
 * @throws StoreRefusal if the database is gone and a copy is known: a new empty one would hide the loss
 */
async function lastSessionOf(dataDir: DataPaths, { authority }: Settings, ports: GatewayPorts): Promise<number> {
  const { stateFolder: folder } = ports
  const seal = await readSealKey(ports)
  if (folder === undefined) return 0
  const isThere = (statSync(dataDir.database, { throwIfNoEntry: false })?.size ?? 0) > 0
  // Practice is begun again by deleting the directory.
  if (!isThere && findCopyOfDataDir(folder, dataDir, seal) !== null && (seal || authority !== 'practice'))
    throw new StoreRefusal(
      'history_lost',
      `${dataDir.database} is missing, and documents were kept in it. Put its copy back with “resit restore”`,
    )
  const read = seal && new SealedHead({ folder, dataDir }, seal).read()
  return read?.kind === 'sealed' ? read.head.session : 0
}

interface Outside {
  readonly seal: SealKey | SealAbsence
  readonly choice: CopyChoice
  /** The folder of the copy now, by which a restore finds it. */
  readonly copy: (first: string) => string
}

function outsideOf(dataDir: DataPaths, { seal, choice, copy }: Outside, { stateFolder: folder }: GatewayPorts) {
  if (typeof seal === 'string') return { sealAbsence: seal, sealed: null, place: null }
  const { installation } = seal
  const usual = folder ?? choice.base
  const folderFor = ({ base }: CopyChoice) => buildCopyFolderPath(base ?? usual ?? '', installation)
  const place = usual === null ? null : { choice, folderFor }
  const where = () => (place ? copy(folderFor(choice)) : '')
  const sealed = folder === undefined ? null : new SealedHead({ folder, dataDir, copy: where }, seal)
  const sentMark = folder !== undefined && { sentMark: new LastSentBatches(join(folder, installation)) }
  return { sealAbsence: null, sealed, place, ...sentMark }
}
