import { readFileSync } from 'node:fs'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import {
  apiCommand,
  asTable,
  type Command,
  defineCommand,
  fromCallersDirectory,
  requiredFlag,
  requireOperand,
  unchecked,
} from './command.ts'

const companyColumns = ['COMPANY_CODE', 'COMPANY_GUID', 'NAME', 'TIN', 'HAS_CREDENTIALS', 'HAS_CERTIFICATE'] as const
const companyText = (company: OperatorAnswer<'importCompany'>): string => asTable([company], companyColumns)

function readFile<Read>(path: string, read: (bytes: Buffer) => Read): Read {
  try {
    return read(readFileSync(fromCallersDirectory(path)))
  } catch (cause) {
    throw new BadConfiguration(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

export const setUpCommands: Readonly<Record<string, Command>> = {
  'token create': apiCommand('createToken', {
    usage: '--name N --scopes submit,read[,void,cancel,taxpayer,monitor,admin] [--company CODE]',
    about:
      'Make a token for a till; it is shown this once. “monitor” is for monitoring: health and metrics. “admin” is for all companies: not with --company.',
    ask: ({ flags }) => ({
      body: {
        name: requiredFlag(flags, 'name'),
        scopes: unchecked(
          requiredFlag(flags, 'scopes')
            .split(',')
            .map((scope) => scope.trim()),
        ),
        company: flags['company'] ?? null,
      },
    }),
    text: (token) =>
      `${asTable([token], ['id', 'name', 'scopes', 'company'])}\n${token.token}\nKeep it now: it is not shown again.`,
  }),
  'token list': apiCommand('listTokens', {
    about: 'All tokens, without their secrets.',
    text: ({ items }) =>
      asTable(
        items,
        ['id', 'name', 'scopes', 'company', 'last_used_at', 'revoked_at'],
        'There are no tokens. Make one with “resit token create”.',
      ),
  }),
  'token revoke': apiCommand('revokeToken', {
    usage: 'ID',
    about: 'From now on the token opens nothing.',
    ask: ({ operands }) => ({ body: { id: requireOperand(operands, 'ID') } }),
    text: ({ id, revoked }) => (revoked ? `Token ${id} is revoked.` : `There is no token ${id}.`),
    isGood: ({ revoked }) => revoked,
  }),
  'company import': apiCommand('importCompany', {
    usage: 'FILE.json',
    about: 'Set up a company, or change it by its COMPANY_GUID.',
    ask: ({ operands }) => ({
      body: readFile(requireOperand(operands, 'FILE.json'), (bytes) =>
        unchecked(JSON.parse(new TextDecoder().decode(bytes))),
      ),
    }),
    text: companyText,
  }),
  'company list': apiCommand('listCompanies', {
    about: 'The companies set up here.',
    text: ({ items }) =>
      asTable(items, companyColumns, 'No company is set up. Import one with “resit company import FILE.json”.'),
  }),
  'company export': defineCommand({
    usage: 'CODE',
    about: 'A company in JSON, as “company import” takes it at an outlet or another gateway. It has no secrets.',
    run:
      ({ operands }) =>
      async (reached) => {
        const code = requireOperand(operands, 'CODE')
        const { items } = await reached.call('listCompanies', {})
        const company = items.find(({ COMPANY_CODE }) => COMPANY_CODE === code)
        if (!company) throw new BadConfiguration(`No company has the code ${code}; see “company list”.`)
        return reached.call('showCompany', { params: { guid: company.COMPANY_GUID } })
      },
    text: (profile) => JSON.stringify(profile, null, 2),
  }),
  'company credentials': apiCommand('setCredentials', {
    usage:
      'CODE --client-id ID [--on-behalf-of company|company:brn|TIN[:BRN]] [--certificate FILE.p12]   (secrets on stdin, one a line)',
    about:
      'With what the gateway signs in at the tax authority for a company, and signs its documents. On stdin: the client secret, then with --certificate its password. Where several tills use the client id, set RESIT_RATE_SCALE on each to its share of the limits, 0.25 of four.',
    ask: async ({ operands, flags, stdin }) => {
      const { certificate } = flags
      const [secret = '', password = ''] = await stdin()
      if (secret.trim() === '')
        throw new BadConfiguration('The client secret is missing: write it on stdin, in one line.')
      return {
        body: {
          COMPANY_CODE: requireOperand(operands, 'CODE'),
          CLIENT_ID: requiredFlag(flags, 'client-id'),
          CLIENT_SECRET: secret.trim(),
          ON_BEHALF_OF: flags['on-behalf-of'] ?? null,
          ...(certificate !== undefined && {
            CERTIFICATE: readFile(certificate, (bytes) => bytes.toString('base64')),
            CERTIFICATE_PASSWORD: password,
          }),
        },
      }
    },
    text: companyText,
  }),
  'operator add': apiCommand('createPerson', {
    usage: '--name N --role cashier|supervisor|owner [--language en|ms|zh]   (PIN on stdin)',
    about: 'Let a person sign in on the screens. The PIN has 4 to 12 digits.',
    ask: async ({ flags, stdin }) => {
      const [name, role] = [requiredFlag(flags, 'name'), requiredFlag(flags, 'role')]
      const { language } = flags
      // From stdin: an argument could be read in the shell's history and by other programs.
      const [pin = ''] = await stdin()
      return { body: { name, role: unchecked(role), pin: pin.trim(), language: unchecked(language ?? null) } }
    },
    text: (added) => asTable([added], ['id', 'name', 'role']),
  }),
  'operator code': defineCommand({
    usage: 'PERSON',
    about: 'A one-time code with which a person chooses a new PIN; the one there is opens nothing from then on.',
    run:
      ({ operands }) =>
      async (reached) => {
        const { items } = await reached.call('listPeople', {})
        const given = requireOperand(operands, 'PERSON')
        const person = items.find(({ id, name }) => id === given || name === given)
        if (!person) throw new BadConfiguration(`no person is called ${given}; see “operator list”`)
        return reached.call('setPin', { params: { id: person.id }, body: {} })
      },
    text: ({ name, one_time_code }) =>
      `${one_time_code}\nHand it to ${name}, who types it at the sign-in and chooses a PIN. It lasts seven days.`,
  }),
  'operator list': apiCommand('listPeople', {
    about: 'All people who can sign in on the screens, or could.',
    text: ({ items }) =>
      asTable(
        items,
        ['id', 'name', 'role', 'outlets', 'disabled_at', 'wrong_pins'],
        'No one can sign in yet. Add an owner with “resit operator add”.',
      ),
  }),
}
