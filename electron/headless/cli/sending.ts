import type { Command } from './commands.ts'
import { text } from './given.ts'

interface PauseShown {
  readonly since: string
  readonly by: string
  readonly reason: string | null
}

interface SendingShown {
  readonly everything: PauseShown | null
  readonly companies: readonly (PauseShown & { readonly company: string })[]
}

/** Keeping documents back, and letting them go. */
export const sendingCommands: Readonly<Record<string, Command>> = {
  pause: {
    usage: 'pause [--company CODE] [--reason TEXT]',
    about: 'Keep documents and send none, of one company or of all, until “resume”.',
    flags: { company: text, reason: text },
    ask: ({ flags }) => ({ method: 'POST', path: '/sending/pause', body: named(flags) }),
    text: sendingText,
  },
  resume: {
    usage: 'resume [--company CODE]',
    about: 'Send again what a pause kept back.',
    flags: { company: text },
    ask: ({ flags }) => ({ method: 'POST', path: '/sending/resume', body: named(flags) }),
    text: sendingText,
  },
}

const named = ({ company, reason }: Readonly<Record<string, string | undefined>>) => ({
  ...(company !== undefined && { company }),
  ...(reason !== undefined && { reason }),
})

function sendingText({ everything, companies }: SendingShown): string {
  const line = (what: string, { since, by, reason }: PauseShown) =>
    `${what}: paused since ${since} by ${by}${reason === null ? '' : ` (${reason})`}.`
  const lines = [
    ...(everything ? [line('Everything', everything)] : []),
    ...companies.map((pause) => line(pause.company, pause)),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Nothing is paused.'
}
