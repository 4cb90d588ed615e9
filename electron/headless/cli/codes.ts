import type { z } from 'zod'
import type { codeListsStanding, codesAffected, codesRefresh } from '../../../shared/catalogue/shapes/code-lists.ts'
import type { Answer, Reached } from './reach.ts'

type Refresh = z.output<typeof codesRefresh>
type Change = Refresh['items'][number]['change']
type Affected = z.output<typeof codesAffected>

/** All pages as one answer; the answer that ended it early where one did. */
export async function allAffected(reached: Reached, days: string): Promise<Answer> {
  const items: Affected['items'] = []
  for (let after: number | null = 0; after !== null; ) {
    const path = `/codes/affected?days=${encodeURIComponent(days)}&after=${after}`
    const answer = await reached.call({ method: 'GET', path })
    if (answer.status !== 200) return answer
    const page = answer.body as Affected
    items.push(...page.items)
    after = page.next
  }
  return { status: 200, body: { items, next: null } satisfies Affected }
}

export const refreshText = ({ items }: Refresh): string =>
  items.map(({ list, message, change }) => `${list}: ${message ?? changeText(change)}`).join('\n')

export const codesText = ({ items, next_refresh_at }: z.output<typeof codeListsStanding>): string =>
  [
    ...items.flatMap(({ list, count, obsolete, refreshed_at, source, last_try, last_change }) => [
      `${list}  ${count} codes, ${obsolete.length} obsolete, of ${refreshed_at}, from ${source}`,
      ...(last_try?.message ? [`  tried ${last_try.at}: ${last_try.message}`] : []),
      ...(last_change ? [`  changed ${last_change.at}: ${changeText(last_change)}`] : []),
    ]),
    next_refresh_at === null
      ? 'Refreshed on demand only, with “resit codes refresh”.'
      : `Next refresh about ${next_refresh_at}.`,
  ].join('\n')

export const affectedText = ({ items }: Affected): string =>
  items.length === 0
    ? 'No document of these days uses a code that is gone.'
    : items
        .map(({ record, codes }) =>
          [
            `${record.COMPANY_CODE}  ${record.DOCUMENT_NUMBER}  ${record.KIND}  ${record.STATUS}  ${record.SALE_GUID}`,
            ...codes.map(
              ({ pointer, list, code, since }) => `  ${pointer}: ${list} ${code}, gone since ${since ?? 'long'}`,
            ),
          ].join('\n'),
        )
        .join('\n')

function changeText(change: Change): string {
  if (!change) return 'refreshed, nothing changed'
  const named = [
    ['added', change.added],
    ['gone', change.removed],
    ['reworded', change.changed.map(({ is }) => is)],
  ] as const
  return named
    .flatMap(([what, all]) => (all.length > 0 ? [`${what} ${all.map(({ code }) => code).join(' ')}`] : []))
    .join('; ')
}
