import { type Command, calling } from './command.ts'
import { asTyped, needed, operand, text } from './given.ts'
import { tokensText, tokenText } from './text.ts'

/** What tills prove themselves with. */
export const tokenCommands: Readonly<Record<string, Command>> = {
  'token create': calling('createToken', {
    usage: 'token create --name N --scopes submit,read[,void,cancel,taxpayer,monitor,admin] [--company CODE]',
    about:
      'Make a token for a till; it is shown this once. “monitor” is for monitoring: health and metrics. “admin” is for all companies: not with --company.',
    flags: { name: text, scopes: text, company: text },
    ask: ({ flags }) => ({
      body: {
        name: needed(flags, 'name'),
        scopes: asTyped(
          needed(flags, 'scopes')
            .split(',')
            .map((scope) => scope.trim()),
        ),
        company: flags['company'] ?? null,
      },
    }),
    text: tokenText,
  }),
  'token list': calling('listTokens', {
    usage: 'token list',
    about: 'All tokens, without their secrets.',
    ask: () => ({}),
    text: tokensText,
  }),
  'token revoke': calling('revokeToken', {
    operands: 1,
    usage: 'token revoke ID',
    about: 'From now on the token opens nothing.',
    ask: ({ operands }) => ({ body: { id: operand(operands, 'ID') } }),
    text: ({ id, revoked }) => (revoked ? `Token ${id} is revoked.` : `There is no token ${id}.`),
    isGood: ({ revoked }) => revoked,
  }),
}
