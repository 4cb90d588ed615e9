import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Command, calling } from './command.ts'
import { text } from './given.ts'

type SendingShown = OperatorAnswer<'sending'>
type PauseShown = NonNullable<SendingShown['everything']>

/** Keeping documents back, and letting them go. */
export const sendingCommands: Readonly<Record<string, Command>> = {
  pause: calling('pauseSending', {
    usage: 'pause [--company CODE] [--reason TEXT]',
    about: 'Keep documents and send none, of one company or of all, until “resume”.',
    flags: { company: text, reason: text },
    ask: ({ flags }) => ({ body: named(flags) }),
    text: sendingText,
  }),
  resume: calling('resumeSending', {
    usage: 'resume [--company CODE]',
    about: 'Send again what a pause kept back.',
    flags: { company: text },
    ask: ({ flags }) => ({ body: named(flags) }),
    text: sendingText,
  }),
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
