import { execFile } from 'node:child_process'
import type { Environment } from '../gateway/settings/values.ts'

/**
 * Tells systemd, if it started this process, that tills are answered, and then again and again that the thread that answers
 * goes on: one that a disk holds up says nothing, and is ended and started again.
 */
export function tellSystemd({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: patience }: Environment): void {
  if (socket === undefined) return
  const notify = (state: string) => execFile('systemd-notify', [state], () => undefined)
  notify('READY=1')
  if (patience !== undefined) setInterval(notify, Number(patience) / 3_000, 'WATCHDOG=1').unref()
}
