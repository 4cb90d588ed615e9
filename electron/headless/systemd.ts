import { execFile } from 'node:child_process'
import type { Environment } from '../gateway/settings/values.ts'

/**
 * Tells systemd that the gateway is ready, and then regularly that its event loop runs. If a disk blocks it, systemd
 * restarts it.
 */
export function keepSystemdNotified({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: patience }: Environment): void {
  if (socket === undefined) return
  const notify = (state: string) => execFile('systemd-notify', [state], () => undefined)
  notify('READY=1')
  if (patience !== undefined) setInterval(notify, Number(patience) / 3_000, 'WATCHDOG=1').unref()
}
