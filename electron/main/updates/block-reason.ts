import { accessSync, constants } from 'node:fs'
import { dirname, join, win32 } from 'node:path'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { GatewayHealth } from '../../gateway-host/messages.ts'

/** A till that opens no shifts counts as closed two hours after its last sale. */
const quietMs = 2 * 3_600_000

/** @returns why an update cannot be installed now (reliability SU7). A person may interrupt a shift; the program never does */
export function updateBlockReasonOf(
  gateway: GatewayHealth | null,
  by: 'person' | 'program',
  now: number,
): DesktopState['update']['blockReason'] {
  // The gateway has not told its state: something may be in flight, and only a person decides.
  if (gateway === null) return by === 'person' ? null : 'in_flight'
  if (gateway.inFlight > 0) return 'in_flight'
  if (by !== 'program') return null
  if (gateway.waiting > 0 || gateway.inDoubt > 0) return 'waiting'
  const { openShifts, newestSaleWithoutShiftAt: soldAt } = gateway
  return openShifts > 0 || (soldAt !== null && now - soldAt < quietMs) ? 'open_shift' : null
}

/** For a .deb, a program for all users of Windows, or a folder in which this person may not write. */
export function needsAdministrator({ platform, execPath, env }: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>) {
  const { APPIMAGE, LOCALAPPDATA = '' } = env
  if (platform === 'win32') return !win32.normalize(execPath).startsWith(`${win32.normalize(LOCALAPPDATA)}\\`)
  if (platform === 'linux' && APPIMAGE === undefined) return true
  try {
    // On macOS the program is Applications/Resit.app/Contents/MacOS/Resit.
    accessSync(APPIMAGE === undefined ? join(execPath, '../../../..') : dirname(APPIMAGE), constants.W_OK)
    return false
  } catch {
    return true
  }
}
