import { accessSync, constants } from 'node:fs'
import { dirname, join, win32 } from 'node:path'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { GatewayState } from '../../gateway-host/messages.ts'

/** Tills without opened shifts count as in one while they sold something in the last two hours. */
const quietMs = 2 * 3_600_000

/** Why an update cannot be installed now (reliability SU7). Only a person may interrupt a shift, never the program. */
export function blockReasonOf(
  gateway: GatewayState | null,
  by: 'person' | 'program',
  now: number,
): DesktopState['update']['blockReason'] {
  // If the gateway does not say its state, documents may be on their way, so only a person can decide.
  if (gateway === null) return by === 'person' ? null : 'in_flight'
  if (gateway.inFlight > 0) return 'in_flight'
  if (by !== 'program') return null
  if (gateway.waiting > 0 || gateway.inDoubt > 0) return 'waiting'
  const { openShifts, newestSaleWithoutShiftAt: soldAt } = gateway
  return openShifts > 0 || (soldAt !== null && now - soldAt < quietMs) ? 'open_shift' : null
}

/** A .deb, a program for all users of Windows, or one in a folder that is not this person's to write to. */
export function needsAdministrator({ platform, execPath, env }: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>) {
  const { APPIMAGE, LOCALAPPDATA = '' } = env
  if (platform === 'win32') return !win32.normalize(execPath).startsWith(`${win32.normalize(LOCALAPPDATA)}\\`)
  if (platform === 'linux' && APPIMAGE === undefined) return true
  try {
    // On macOS of Applications/Resit.app/Contents/MacOS/Resit.
    accessSync(APPIMAGE === undefined ? join(execPath, '../../../..') : dirname(APPIMAGE), constants.W_OK)
    return false
  } catch {
    return true
  }
}
