import { writeFileSync } from 'node:fs'
import type { OperatorAsk } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'
import { type Command, calling, command } from './command.ts'
import { asTyped, fromHere, needed, operand } from './given.ts'

/** The practice authority. */
export const practiceCommands: Readonly<Record<string, Command>> = {
  'practice fault': calling('practiceFault', {
    usage: 'KIND|JSON|none',
    about: 'Let the practice authority misbehave, to rehearse an outage.',
    ask: ({ operands }) => ({ body: faultOf(operand(operands, 'KIND')) }),
    text: ({ kind }) =>
      kind === 'none' ? 'The practice authority behaves.' : `The practice authority misbehaves: ${kind}.`,
  }),
  'practice certificate': command({
    usage: 'CODE --out FILE.p12',
    about: 'A certificate for a company that the practice authority trusts; its password is shown this once.',
    run: ({ operands, flags }) => {
      const [company, file] = [operand(operands, 'CODE'), fromHere(needed(flags, 'out'))]
      return (reached) => saveCertificate(reached, company, file)
    },
    text: ({ file, password }) => `${file}\n${password}\nKeep the password now: it is not shown again.`,
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

/**
 * Has a practice certificate issued and writes it into a new file that only its owner reads.
 * @throws BadConfiguration where the file cannot be made, or is there already
 */
async function saveCertificate(reached: Reached, company: string, file: string) {
  const { certificate, password } = await reached.call('practiceCertificate', { body: { company } })
  try {
    writeFileSync(file, Buffer.from(certificate, 'base64'), { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    throw new BadConfiguration(`${file} cannot be written: ${(cause as Error).message}`, { cause })
  }
  return { file, password }
}
