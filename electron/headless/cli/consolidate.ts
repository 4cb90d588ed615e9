import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { consolidationPreview, consolidationRunDetail } from '../../../shared/catalogue/shapes/consolidation.ts'
import type { tills } from '../../../shared/catalogue/shapes/shifts.ts'
import type { Command, Given } from './commands.ts'
import { day, needed, text } from './given.ts'
import type { Answer, Reached } from './reach.ts'

type Preview = z.output<typeof consolidationPreview>
type Run = z.output<typeof consolidationRunDetail>
type Tills = z.output<typeof tills>

const lookMs = 200

/** Begins a run and waits until its documents are made; sending them is the running gateway's business. */
async function consolidate(reached: Reached, { flags }: Given): Promise<Answer> {
  const { preview, disclose } = flags
  const to = day(flags, 'to')
  const body = { company: needed(flags, 'company'), to: to ?? null, disclose: disclose !== undefined }
  if (preview !== undefined) return reached.call({ method: 'POST', path: '/consolidation/preview', body })
  const begun = await reached.call({ method: 'POST', path: '/consolidation/runs', body })
  if (begun.status !== 200) return begun
  const { id } = begun.body as Pick<Run, 'id'>
  for (;;) {
    const answer = await reached.call({ method: 'GET', path: `/consolidation/runs/${id}` })
    if (answer.status !== 200 || (answer.body as Run).finished_at !== null) return answer
    await pause(lookMs)
  }
}

const consolidatedText = (shown: Preview | Run): string => ('planned' in shown ? runText(shown) : previewText(shown))

const previewText = ({ company, to, receipts, left_over, documents }: Preview): string =>
  [
    `${company}, sales up to ${to}: ${receipts} receipts would go into ${documents.length} document(s).`,
    ...documents.map(
      ({ outlet, terminal, period, lines, members, currency, total_payable }) =>
        `  ${outlet}  ${terminal}  ${period}  ${members} receipts in ${lines} lines  ${currency} ${total_payable}`,
    ),
    ...leftOver(left_over),
  ].join('\n')

const runText = ({ company, to, members, left_over, documents }: Run): string =>
  [
    `${company}, sales up to ${to}: ${members} receipts are in ${documents.length} document(s).`,
    ...documents.map(
      ({ DOCUMENT_NUMBER, MEMBERS, CURRENCY_CODE, TOTAL_PAYABLE, STATUS }) =>
        `  ${DOCUMENT_NUMBER}  ${MEMBERS} receipts  ${CURRENCY_CODE} ${TOTAL_PAYABLE}  ${STATUS}`,
    ),
    ...leftOver(left_over),
  ].join('\n')

const leftOver = (count: number): readonly string[] =>
  count === 0 ? [] : [`${count} receipts fit into no document: each needs an e-invoice of its own.`]

const tillsText = ({ items }: Tills): string =>
  items.length === 0
    ? 'No till has sold anything lately.'
    : items
        .map(({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, open, uncovered }) =>
          [
            `${COMPANY_CODE}  ${OUTLET_NAME}  ${TERMINAL_NAME}  ${open ? `shift ${open.SHIFT_CODE}, open since ${open.opened_at}` : 'no shift is open'}`,
            ...uncovered.map(({ SHIFT_CODE, count }) => `  ${count} sales of ${SHIFT_CODE} are in no shift`),
          ].join('\n'),
        )
        .join('\n')

/** What a month, and a shift, come to. */
export const consolidationCommands: Readonly<Record<string, Command>> = {
  consolidate: {
    usage: 'consolidate --company CODE [--to YYYY-MM-DD] [--disclose] [--preview]',
    about:
      'Make the consolidated documents of what waits, up to a day of sales; with --preview only say which, with --disclose what is overdue goes as voluntary disclosure.',
    flags: { company: text, to: text, preview: { type: 'boolean' }, disclose: { type: 'boolean' } },
    run: consolidate,
    text: consolidatedText,
    isGood: ({ left_over }: Preview | Run) => left_over === 0,
  },
  shifts: {
    usage: 'shifts',
    about: 'Every till, its open shift, and sales that no shift was opened for.',
    ask: () => ({ method: 'GET', path: '/tills' }),
    text: tillsText,
  },
}
