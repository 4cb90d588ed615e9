// Loaded before a gateway: it dies without a goodbye at the place that DIES_AT names (`claimed`, or `claimed:2` for its
// second time there), and falls asleep like a laptop whose lid was closed, until SIGCONT, at the one STOPS_AT names.
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
