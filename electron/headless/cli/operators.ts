import type { z } from 'zod'
import type { person } from '../../../shared/api/operator/people.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { type Command, calling, command } from './command.ts'
import { asTyped, needed, operand, text } from './given.ts'

type Person = z.output<typeof person>

/** The commands about people who sign in at the screens. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  'operator add': calling('createPerson', {
    usage: 'operator add --name N --role cashier|supervisor|owner [--language en|ms|zh]   (PIN on stdin)',
    about: 'Let somebody sign in on the screens. The PIN has 6 to 12 digits.',
    flags: { name: text, role: text, language: text },
    ask: async ({ flags, stdin }) => {
      const [name, role] = [needed(flags, 'name'), needed(flags, 'role')]
      const { language } = flags
      // Never an argument: those are in the shell's history, and any process of this machine reads them.
      const [pin = ''] = await stdin()
      return { body: { name, role: asTyped(role), pin: pin.trim(), language: asTyped(language ?? null) } }
    },
    text: (added: Person) => personLine(added),
  }),
  'operator code': command({
    usage: 'operator code PERSON',
    about: 'A one-time code with which somebody chooses a new PIN; the one there is opens nothing from then on.',
    operands: 1,
    run: async (reached, { operands }) => {
      const { items } = await reached.call('listPeople', {})
      const given = operand(operands, 'PERSON')
      const person = items.find(({ id, name }) => id === given || name === given)
      if (!person) throw new BadConfiguration(`nobody is called ${given}; see “operator list”`)
      return reached.call('setPin', { params: { id: person.id }, body: {} })
    },
    text: ({ name, one_time_code }) =>
      `${one_time_code}\nHand it to ${name}, who types it at the sign-in and chooses a PIN. It lasts seven days.`,
  }),
  'operator list': calling('listPeople', {
    usage: 'operator list',
    about: 'Everybody who can sign in on the screens, or could.',
    ask: () => ({}),
    text: ({ items }) =>
      items.length > 0
        ? items.map(personLine).join('\n')
        : 'Nobody can sign in yet. Add an owner with “resit operator add”.',
  }),
}

const personLine = ({ id, name, role, outlets, disabled_at, wrong_pins }: Person): string =>
  [
    id,
    name,
    role,
    ...(outlets ? [`only ${outlets.map(({ company, outlet }) => `${company}/${outlet}`).join(', ')}`] : []),
    ...(disabled_at === null ? [] : [`disabled ${disabled_at}`]),
    ...(wrong_pins > 0 ? [`${wrong_pins} wrong PINs in a row`] : []),
  ].join('  ')
