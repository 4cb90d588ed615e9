import { statSync } from 'node:fs'
import { integrityToWire } from '../../../shared/api/operator/proof.ts'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { backUpAndRetire, isHeadOffice } from '../../gateway/installation/marks.ts'
import { restoreDataDir, verifyDataDir } from '../../gateway/installation/verify-and-restore.ts'
import { StoreRefusal } from '../../gateway/store/refusal.ts'
import { type DataDirAndEnv, openDataDirWithPorts } from './at-rest.ts'
import { envLanguage } from './calls-over.ts'
import {
  apiCommand,
  type Command,
  defineCommand,
  fromCallersDirectory,
  requiredFlag,
  requireOperand,
} from './command.ts'
import { type FileProof, fileProofText, verifyFile } from './verify-file.ts'

type Integrity = OperatorAnswer<'verify'>

/** @returns null if a gateway runs on the files, or a server keeps the data: then the gateway is asked */
async function verifyOffline(place: DataDirAndEnv): Promise<Integrity | null> {
  if (isHeadOffice({ path: place.dataDir })) return null
  const { dataDir, ports } = openDataDirWithPorts(place)
  try {
    return integrityToWire(await verifyDataDir(dataDir, ports), envLanguage(place.env))
  } catch (cause) {
    if (cause instanceof StoreRefusal && cause.reason === 'held_by_another') return null
    throw cause
  }
}

const integrityText = ({ findings, finding_count, ...counts }: Integrity): string => {
  const { lines, records, bodies, code } = counts
  return [
    `${lines} journal lines, ${records} records, ${bodies} bodies; head code ${code}`,
    ...(finding_count === 0 ? ['Everything agrees.'] : findings),
    ...(finding_count > findings.length ? [`… and ${finding_count - findings.length} more`] : []),
  ].join('\n')
}

/**
 * @param from null for the continuous copy
 * @throws StoreRefusal if a gateway runs on the files, or nothing can be put back
 */
async function restore(place: DataDirAndEnv, from: string | null) {
  const { dataDir, ports } = openDataDirWithPorts(place)
  const { backup, lines, brokenAt, keptAs } = await restoreDataDir(dataDir, ports, from)
  const { database: file } = dataDir
  return { file, bytes: statSync(file).size, backup, lines, broken_at: brokenAt, kept_as: keptAs }
}

type RestoredShown = Awaited<ReturnType<typeof restore>>

const restoredText = ({ file, bytes, backup, lines, broken_at, kept_as }: RestoredShown): string =>
  [
    `${file} is restored: ${bytes} bytes, from ${backup ?? 'the copy'} and ${lines} lines copied since.`,
    ...(broken_at === null ? [] : [`The copy cannot be read from line ${broken_at} on.`]),
    ...(kept_as === null ? [] : [`The database that was there is kept as ${kept_as}.`]),
    'Everything that could still be sent is looked up at the tax authority first.',
    'If something happened after the last line that was restored, nothing is sent before “resit trust”; unsent documents then wait for “resit resume”, because some may have been voided since.',
    'Start the gateway, then run “resit verify” and “resit queue”.',
  ].join('\n')

export const proofCommands: Readonly<Record<string, Command>> = {
  verify: defineCommand<Integrity | FileProof>({
    isForNowhere: 'with an operand',
    usage: '[FILE]',
    about:
      'Prove what is kept, or with FILE a file of “export --documents”, on any computer: the chain of the journal, each line against the rows it tells of, each record against its history. A gateway that works proves everything by itself once a day, too.',
    atRest: (place, { operands: [file] }) =>
      file === undefined ? verifyOffline(place) : verifyFile(fromCallersDirectory(file)),
    run: () => (reached) => reached.call('verify', {}),
    text: (body) => ('fingerprint' in body ? fileProofText(body) : integrityText(body)),
    isGood: ({ sound }) => sound,
  }),
  trust: apiCommand('trust', {
    usage: '--reason TEXT',
    about:
      'Let the gateway send again after something was found in the journal (see “doctor”), and say why. Where a backup was put back that holds unsent documents, sending stays paused until “resume”.',
    ask: ({ flags }) => ({ body: { reason: requiredFlag(flags, 'reason') } }),
    text: ({ message }) => message,
    isGood: ({ trusted }) => trusted,
  }),
  restore: defineCommand({
    usage: '[FILE]',
    about:
      'Put the continuous copy in the place of the database, or a backup (FILE), or the copy in a folder (FILE); the database that is there is kept apart. Stop the gateway first.',
    atRest: (place, { operands: [file] }) => restore(place, file === undefined ? null : fromCallersDirectory(file)),
    text: restoredText,
    isGood: ({ broken_at }) => broken_at === null,
  }),
  retire: defineCommand({
    usage: 'FILE',
    about:
      'Write everything but secrets into a backup for another computer; this installation never sends again. Stop the gateway first.',
    atRest: async (place, { operands }) => {
      const file = fromCallersDirectory(requireOperand(operands, 'FILE'))
      await backUpAndRetire(openDataDirWithPorts(place).dataDir, file)
      return { file }
    },
    text: ({ file }) =>
      `Everything is in ${file}, and this installation never sends again. Restore that file on the other computer.`,
  }),
}
