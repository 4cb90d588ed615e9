/** Places where a process may be made to die, so that a test can look at what it left behind. */
export type CrashPoint =
  | 'submission_stored'
  | 'void_stored'
  | 'claimed'
  | 'practice_took_submit'
  | 'answered'
  | 'cancel_requested'
  | 'cancel_asking'
  | 'practice_took_changeState'
  | 'cancel_answered'
  | 'migration_step'

const [point, nth = '1'] = (process.env['RESIT_CRASH_AT'] ?? '').split(':')
let hitsLeft = Number(nth)

/** Dies without a goodbye where RESIT_CRASH_AT names this place, or its nth time as in `claimed:2`. */
export function crashPoint(name: CrashPoint): void {
  if (name !== point) return
  hitsLeft -= 1
  if (hitsLeft === 0) process.kill(process.pid, 'SIGKILL')
}
