import type { ListState } from '../../../../shared/document/codes.ts'
import { type CodeRow, type ListRow, lists, stateOf, type TryRow, tries, tryOf } from '../../store/kept/code-rows.ts'
import type { CodeLists } from '../../store/port/port.ts'
import type { Ask } from '../ask.ts'
import type { Transaction, Writer } from '../writer.ts'

/** Nearly every refresh finds nearly every code as it was: those rows are not written again. */
const putCodes = `INSERT INTO code (list, code, place, item, obsolete_since)
  SELECT $1, put.code, put.place, put.item, put.since
  FROM jsonb_to_recordset($2::jsonb) AS put (code text, place int, item text, since bigint)
  ON CONFLICT (list, code) DO UPDATE
  SET place = excluded.place, item = excluded.item, obsolete_since = excluded.obsolete_since
  WHERE (code.place, code.item, code.obsolete_since) IS DISTINCT FROM
    (excluded.place, excluded.item, excluded.obsolete_since)`

export function prepareCodes(read: Ask, writer: Writer): CodeLists {
  const triesOf = async (where: string, list: string, limit: number) =>
    (await read<TryRow>(`${tries} WHERE ${where} ORDER BY seq DESC LIMIT $2`, list, limit)).map(tryOf)
  return {
    async all() {
      const [known, codes] = await Promise.all([
        read<ListRow>(lists),
        read<CodeRow & Pick<ListRow, 'list'>>(
          'SELECT list, item, obsolete_since AS since FROM code ORDER BY list, place, code',
        ),
      ])
      const codesOf = Map.groupBy(codes, ({ list }) => list)
      return known.map((list) => stateOf(list, codesOf.get(list.list) ?? []))
    },
    refreshed: (states, made) =>
      writer.write(async ({ ask }) => {
        for (const state of states) await put(ask, state)
        for (const { list, at, by, source, keptBecause, changes } of made)
          await ask(
            'INSERT INTO code_try (list, at, by, source, kept_because, changes) VALUES ($1, $2, $3, $4, $5, $6)',
            list,
            at,
            by,
            source,
            keptBecause,
            changes && JSON.stringify(changes),
          )
      }),
    tries: (list, limit) => triesOf('list = $1', list, limit),
    changes: (list, limit) => triesOf('list = $1 AND changes IS NOT NULL', list, limit),
  }
}

async function put(ask: Transaction['ask'], { list, items, obsolete, refreshedAt, source }: ListState): Promise<void> {
  const codes = [
    ...items.map((item, place) => ({ code: item.code, place, item: JSON.stringify(item), since: null })),
    ...obsolete.map(({ item, since }, place) => ({ code: item.code, place, item: JSON.stringify(item), since })),
  ]
  await ask(
    `INSERT INTO code_list (list, source, refreshed_at) VALUES ($1, $2, $3)
     ON CONFLICT (list) DO UPDATE SET source = excluded.source, refreshed_at = excluded.refreshed_at`,
    list,
    source,
    refreshedAt,
  )
  await ask(putCodes, list, JSON.stringify(codes))
}
