import { parseSetting, wholeNumberSchema } from '../../gateway/settings/values.ts'
import { apiCommand, asTable, type Command, requiredFlag, requireOperand } from './command.ts'

export const webhookCommands: Readonly<Record<string, Command>> = {
  'webhook add': apiCommand('addWebhook', {
    usage: '--url URL [--company CODE]',
    about: 'Tell a server of every change of a record, from now on; the secret it checks with is shown this once.',
    ask: ({ flags }) => ({
      body: { url: requiredFlag(flags, 'url'), company: flags['company'] ?? null },
    }),
    text: (added) =>
      `${asTable([added], ['id', 'url', 'company'])}\n${added.secret}\nKeep it now: it is not shown again.`,
  }),
  'webhook list': apiCommand('listWebhooks', {
    about: 'All webhooks, and how their deliveries stand.',
    text: ({ items }) =>
      asTable(
        items,
        ['id', 'url', 'company', 'waiting', 'failed', 'failures', 'next_at'],
        'There are no webhooks. Add one with “webhook add”.',
      ),
  }),
  'webhook remove': apiCommand('removeWebhook', {
    usage: 'ID',
    about: 'Tell it nothing more; what waits for it is dropped.',
    ask: ({ operands }) => ({ body: { id: requireOperand(operands, 'ID') } }),
    text: ({ id, removed }) => (removed ? `Webhook ${id} is removed.` : `There is no webhook ${id}.`),
    isGood: ({ removed }) => removed,
  }),
  'webhook deliveries': apiCommand('webhookDeliveries', {
    usage: 'ID',
    about: 'What became of its last deliveries, the newest first.',
    ask: ({ operands }) => ({ query: { id: requireOperand(operands, 'ID') } }),
    text: ({ items }) =>
      asTable(
        items,
        ['seq', 'SALE_GUID', 'state', 'attempts', 'tried_at', 'http_status'],
        'Nothing was delivered yet.',
      ),
  }),
  'webhook replay': apiCommand('replayWebhook', {
    usage: 'ID --after SEQ',
    about: 'Deliver again everything after a place of the change feed (0 for all).',
    ask: ({ operands, flags }) => ({
      body: { id: requireOperand(operands, 'ID'), after: place(requiredFlag(flags, 'after')) },
    }),
    text: ({ id }) => `Webhook ${id} delivers again.`,
  }),
}

/** @throws BadConfiguration if it is no whole number */
const place = (after: string): number => parseSetting('--after', wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), after)
