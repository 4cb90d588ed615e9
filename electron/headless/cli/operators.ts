import type { z } from 'zod'
import type { people, person, personWithCode } from '../../../shared/catalogue/shapes/people.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Command } from './commands.ts'
import { needed, operand, text } from './given.ts'

type Person = z.output<typeof person>

/** The commands about people who sign in at the screens. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  'operator add': {
    usage: 'operator add --name N --role cashier|supervisor|owner [--language en|ms|zh]   (PIN on stdin)',
    about: 'Let somebody sign in on the screens. The PIN has 6 to 12 digits.',
    flags: { name: text, role: text, language: text },
    ask: async ({ flags, stdin }) => {
      const [name, role] = [needed(flags, 'name'), needed(flags, 'role')]
      const { language } = flags
      // Never an argument: those are in the shell's history, and any process of this machine reads them.
      const [pin = ''] = await stdin()
      return { method: 'POST', path: '/people', body: { name, role, pin: pin.trim(), language: language ?? null } }
    },
    text: (added: Person) => personLine(added),
  },
  'operator code': {
    usage: 'operator code PERSON',
    about: 'A one-time code with which somebody chooses a new PIN; the one there is opens nothing from then on.',
    operands: 1,
    run: async (reached, { operands }) => {
      const everybody = await reached.call({ method: 'GET', path: '/people' })
      if (everybody.status !== 200) return everybody
      const given = operand(operands, 'PERSON')
      const { items } = everybody.body as z.output<typeof people>
      const person = items.find(({ id, name }) => id === given || name === given)
      if (!person) throw new BadConfiguration(`nobody is called ${given}; see “operator list”`)
      return reached.call({ method: 'POST', path: `/people/${person.id}/pin`, body: {} })
    },
    text: ({ name, one_time_code }: z.output<typeof personWithCode>) =>
      `${one_time_code}\nHand it to ${name}, who types it at the sign-in and chooses a PIN. It lasts seven days.`,
  },
  'operator list': {
    usage: 'operator list',
    about: 'Everybody who can sign in on the screens, or could.',
    ask: () => ({ method: 'GET', path: '/people' }),
    text: ({ items }: z.output<typeof people>) =>
      items.length > 0
        ? items.map(personLine).join('\n')
        : 'Nobody can sign in yet. Add an owner with “resit operator add”.',
  },
}

const personLine = ({ id, name, role, disabled_at, wrong_pins }: Person): string =>
  [
    id,
    name,
    role,
    ...(disabled_at === null ? [] : [`disabled ${disabled_at}`]),
    ...(wrong_pins > 0 ? [`${wrong_pins} wrong PINs in a row`] : []),
  ].join('  ')
