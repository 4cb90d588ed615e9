import type { OperatorAsk } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { asTyped, type Command, calling, operand } from './command.ts'

/** The practice authority. */
export const practiceCommands: Readonly<Record<string, Command>> = {
  'practice fault': calling('practiceFault', {
    usage: 'KIND|JSON|none',
    about: 'Let the practice authority misbehave, to rehearse an outage.',
    ask: ({ operands }) => ({ body: faultOf(operand(operands, 'KIND')) }),
    text: ({ kind }) =>
      kind === 'none' ? 'The practice authority behaves.' : `The practice authority misbehaves: ${kind}.`,
  }),
}

/** Which faults there are the practice authority knows. */
function faultOf(given: string): OperatorAsk<'practiceFault'>['body'] {
  if (!given.startsWith('{')) return { kind: given }
  try {
    return asTyped(JSON.parse(given))
  } catch (cause) {
    throw new BadConfiguration(`${given} is not JSON.`, { cause })
  }
}
