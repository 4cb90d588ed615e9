import { readFileSync } from 'node:fs'
import type { OperatorAsk } from '../../../shared/api/operator-client.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { type Command, calling } from './command.ts'
import { fromHere } from './from-here.ts'
import { asTyped, needed, operand, text } from './given.ts'
import { companiesText, companyText } from './text.ts'

/** Who sells here, and with what the gateway signs in at the authority for them. */
export const companyCommands: Readonly<Record<string, Command>> = {
  'company import': calling('importCompany', {
    operands: 1,
    usage: 'company import FILE.json',
    about: 'Set up a company, or change it by its COMPANY_GUID.',
    ask: ({ operands }) => ({ body: jsonIn(operand(operands, 'FILE.json')) }),
    text: companyText,
  }),
  'company list': calling('listCompanies', {
    usage: 'company list',
    about: 'The companies set up here.',
    ask: () => ({}),
    text: companiesText,
  }),
  'company credentials': calling('setCredentials', {
    operands: 1,
    usage:
      'company credentials CODE --client-id ID [--on-behalf-of company|company:brn|TIN[:BRN]] [--certificate FILE.p12]   (secrets on stdin, one a line)',
    about:
      'With what the gateway signs in at the tax authority for a company, and signs its documents. On stdin: the client secret, then with --certificate its password. Where several tills use the client id, set RESIT_MYINVOIS_TILLS on each: they share its limits.',
    flags: { 'client-id': text, 'on-behalf-of': text, certificate: text },
    ask: async ({ operands, flags, stdin }) => {
      const { certificate } = flags
      const [secret = '', password = ''] = await stdin()
      if (secret.trim() === '')
        throw new BadConfiguration('The client secret is missing: write it on stdin, in one line.')
      return {
        body: {
          COMPANY_CODE: operand(operands, 'CODE'),
          CLIENT_ID: needed(flags, 'client-id'),
          CLIENT_SECRET: secret.trim(),
          ON_BEHALF_OF: flags['on-behalf-of'] ?? null,
          ...(certificate !== undefined && {
            CERTIFICATE: bytesOf(certificate).toString('base64'),
            CERTIFICATE_PASSWORD: password,
          }),
        },
      }
    },
    text: companyText,
  }),
}

function jsonIn(path: string): OperatorAsk<'importCompany'>['body'] {
  try {
    return asTyped(JSON.parse(readFileSync(fromHere(path), 'utf8')))
  } catch (cause) {
    throw new BadConfiguration(`${path} cannot be read as JSON: ${(cause as Error).message}`, { cause })
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(fromHere(path))
  } catch (cause) {
    throw new BadConfiguration(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}
