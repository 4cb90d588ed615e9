/** Places where a process may be made to die or to fall asleep, so that a test can look at what that leaves behind. */
export type CrashPoint =
  | 'submission_stored'
  | 'void_stored'
  | 'building'
  | 'claimed'
  | 'practice_took_submit'
  | 'answered'
  | 'cancel_requested'
  | 'cancel_asking'
  | 'practice_took_changeState'
  | 'cancel_answered'
  | 'consolidation_begun'
  | 'consolidation_document_stored'
  | 'consolidation_followed'
  | 'consolidation_finished'
  | 'migration_step'
  | 'journal_behind'
  | 'drop_submitted'
  | 'drop_answered'
  | 'webhook_posted'
  | 'opening'
  | 'move_begun'
  | 'move_copied'
  | 'move_packed'
  | 'move_taken'

interface Plan {
  readonly point: string | undefined
  readonly signal: 'SIGKILL' | 'SIGSTOP'
  hitsLeft: number
}

/** From `claimed`, or `claimed:2` for its second time. */
function planOf(setting: string, signal: Plan['signal']): Plan {
  const [point, nth = '1'] = (process.env[setting] ?? '').split(':')
  return { point, signal, hitsLeft: Number(nth) }
}

// Asleep like a laptop whose lid was closed, until somebody sends it SIGCONT.
const plans = [planOf('RESIT_CRASH_AT', 'SIGKILL'), planOf('RESIT_STOP_AT', 'SIGSTOP')]

/** Dies without a goodbye where RESIT_CRASH_AT names this place, and stops where RESIT_STOP_AT does. */
export function crashPoint(name: CrashPoint): void {
  for (const plan of plans) {
    if (name !== plan.point) continue
    plan.hitsLeft -= 1
    if (plan.hitsLeft === 0) process.kill(process.pid, plan.signal)
  }
}
