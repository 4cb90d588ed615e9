// Loaded before a gateway. At the checkpoint in DIES_AT (`claimed`, or `claimed:2` for its second time there) the
// process dies. At the one in STOPS_AT it stops until SIGCONT, like a laptop with a closed lid.
import { subscribe } from 'node:diagnostics_channel'

for (const [setting, signal] of [
  ['DIES_AT', 'SIGKILL'],
  ['STOPS_AT', 'SIGSTOP'],
] as const) {
  const [point, nth = '1'] = (process.env[setting] ?? '').split(':')
  let left = Number(nth)
  if (point)
    subscribe('resit:checkpoint', (name) => {
      if (name !== point) return
      left -= 1
      if (left === 0) process.kill(process.pid, signal)
    })
}
