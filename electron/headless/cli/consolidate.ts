import { setTimeout as pause } from 'node:timers/promises'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { Reached } from './calls-over.ts'
import { type Command, calling, command, type Given, table } from './command.ts'
import { counted, day, needed } from './given.ts'

type Preview = OperatorAnswer<'previewConsolidation'>
type Run = OperatorAnswer<'showConsolidation'>

const lookMs = 200

/** Begins a run and waits until its documents are made; sending them is the running gateway's business. */
function consolidate({ flags }: Given) {
  const { preview, disclose } = flags
  const to = day(flags, 'to')
  const body = { company: needed(flags, 'company'), to: to ?? null, disclose: disclose !== undefined }
  return async (reached: Reached): Promise<Preview | Run> => {
    if (preview !== undefined) return reached.call('previewConsolidation', { body })
    const { id } = await reached.call('runConsolidation', { body })
    for (;;) {
      const run = await reached.call('showConsolidation', { params: { id } })
      if (run.finished_at !== null) return run
      await pause(lookMs)
    }
  }
}

const consolidatedText = (shown: Preview | Run): string => ('planned' in shown ? runText(shown) : previewText(shown))

const previewText = ({ company, to, receipts, left_over, documents }: Preview): string =>
  [
    `${company}, sales up to ${to}: ${counted(receipts, 'receipt')} would go into ${counted(documents.length, 'document')}.`,
    table(documents, ['outlet', 'terminal', 'period', 'members', 'lines', 'CURRENCY_CODE', 'TOTAL_PAYABLE']),
    ...leftOver(left_over),
  ].join('\n')

const runText = ({ company, to, members, left_over, documents }: Run): string =>
  [
    `${company}, sales up to ${to}: ${counted(members, 'receipt')} ${members === 1 ? 'is' : 'are'} in ${counted(documents.length, 'document')}.`,
    table(documents, ['DOCUMENT_NUMBER', 'MEMBERS', 'CURRENCY_CODE', 'TOTAL_PAYABLE', 'STATUS']),
    ...leftOver(left_over),
  ].join('\n')

const leftOver = (count: number): readonly string[] =>
  count === 0 ? [] : [`${count} receipts fit into no document: each needs an e-invoice of its own.`]

/** What a month, and a shift, come to. */
export const consolidationCommands: Readonly<Record<string, Command>> = {
  consolidate: command({
    usage: '--company CODE [--to YYYY-MM-DD] [--disclose] [--preview]',
    about:
      'Make the consolidated documents of what waits, up to a day of sales; with --preview only say which, with --disclose what is overdue goes as voluntary disclosure.',
    run: consolidate,
    text: consolidatedText,
    isGood: ({ left_over }: Preview | Run) => left_over === 0,
  }),
  shifts: calling('tills', {
    about: 'Every till, its open shift, and sales that no shift was opened for.',
    text: ({ items }) =>
      table(items, ['company', 'outlet', 'terminal', 'open', 'uncovered'], 'No till has sold anything lately.'),
  }),
}
