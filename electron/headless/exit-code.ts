import { WrongAuthority } from '../gateway/installation/installation.ts'
import { BadConfiguration } from '../gateway/settings/values.ts'
import { StorageFailure, StoreRefusal } from '../gateway/store/refusal.ts'

/** What a process ends with (contract 1). */
export const exitCodes = {
  stopped: 0,
  failed: 1,
  badConfiguration: 2,
  heldByAnother: 3,
  storageUnsafe: 4,
  portTaken: 5,
} as const

export function exitCodeOf(cause: unknown): number {
  if (cause instanceof BadConfiguration || cause instanceof WrongAuthority) return exitCodes.badConfiguration
  if (cause instanceof StoreRefusal)
    return cause.reason === 'held_by_another' || cause.reason === 'sent_by_another'
      ? exitCodes.heldByAnother
      : exitCodes.storageUnsafe
  if (cause instanceof StorageFailure) return exitCodes.storageUnsafe
  if (isPortDenied(cause)) return exitCodes.portTaken
  switch (codeOf(cause)) {
    case 'EADDRINUSE':
      return exitCodes.portTaken
    case 'EACCES':
    case 'EROFS':
    case 'ENOSPC':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
      return exitCodes.storageUnsafe
    default:
      return exitCodes.failed
  }
}

export const isHistoryLost = (cause: unknown): boolean =>
  cause instanceof StoreRefusal && cause.reason === 'history_lost'

export function failureSentence(cause: unknown): string {
  const address = codeOf(cause) === 'EADDRINUSE' && cause instanceof Error && 'address' in cause ? cause.address : null
  if (address === '::1')
    return `Another program has the port on [::1], where a till that says “localhost” would find it in place of Resit. Stop that one, or choose another port with --port.`
  if (codeOf(cause) === 'EADDRINUSE')
    return 'The port is taken by another program. Stop that one, or choose another with --port (0 for any free one), or with RESIT_BUYER_PAGE_PORT or RESIT_LISTEN where it is one of those.'
  if (isPortDenied(cause))
    return `This account may not use port ${cause.port}. The system keeps ports below 1024 and some others for itself: choose another with --port (0 for any free one), RESIT_LISTEN or RESIT_BUYER_PAGE_PORT.`
  if (cause instanceof StoreRefusal && cause.reason === 'held_by_another')
    return `${cause.message}. A gateway already runs on this data directory; stop it first, or use another --data-dir.`
  if (!(cause instanceof Error)) return String(cause)
  if ('syscall' in cause && 'path' in cause) return sentenceOf(codeOf(cause), placeOf(cause)) ?? cause.message
  return cause instanceof StorageFailure && cause.cause instanceof Error
    ? `${cause.message}: ${cause.cause.message}`
    : cause.message
}

/** The source can be read, so a full or read-only disk is the copy's. */
function placeOf(cause: Error & { readonly path: unknown }): string {
  const isOfCopy = 'dest' in cause && ['EROFS', 'ENOSPC'].includes(String(codeOf(cause)))
  return String(isOfCopy ? cause.dest : cause.path)
}

/** Null if the system's own words are better. */
function sentenceOf(code: unknown, path: string): string | null {
  switch (code) {
    case 'ENOENT':
      return `There is no such file or folder: ${path}. Check how it is written.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `There is a file where a folder is needed: ${path}. Name another place.`
    case 'EISDIR':
      return `There is a folder where a file is needed: ${path}. Name the file in it.`
    case 'EACCES':
    case 'EPERM':
      return `This account may not use ${path}. Use the account that Resit runs as, or name another place.`
    case 'EROFS':
      return `The disk takes no writes: ${path}. Name another place.`
    case 'ENOSPC':
      return `The disk is full: ${path}. Make room, then try again.`
    default:
      return null
  }
}

const isPortDenied = (cause: unknown): cause is Error & { readonly port: number } =>
  codeOf(cause) === 'EACCES' && cause instanceof Error && 'port' in cause

const codeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : null)
