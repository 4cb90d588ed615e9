import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../shared/catalogue/operator-client.ts'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { operator } from './api.ts'
import { useIsLive } from './live.ts'

export type ListedRecord = OperatorAnswer<'listRecords'>['items'][number]
export type RecordDetail = OperatorAnswer<'showRecord'>

export interface RecordsWanted {
  readonly text?: string
  /** One or several, separated by commas. */
  readonly status?: string
  /** Any of these reasons why it is not done with, separated by commas. */
  readonly concern?: string
  readonly company?: string
  readonly outlet?: string
  readonly terminal?: string
  readonly shift?: string
}

const usualPage = 50
/** Between two looks while news do not come by themselves. */
const lookMs = 5_000

/** Records by what people know of them, the newest first, page by page. */
export function useRecords({ text, ...filters }: RecordsWanted, pageSize = usualPage) {
  const isLive = useIsLive()
  return useInfiniteQuery({
    queryKey: ['records', { text, ...filters, pageSize }],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      operator('listRecords', {
        headers: { ...(text !== undefined && { search_text: text }) },
        query: {
          page_size: String(pageSize),
          ...filters,
          ...(pageParam !== null && { before: String(pageParam) }),
        },
      }),
    getNextPageParam: (page) => page.next,
    refetchInterval: isLive ? false : lookMs,
  })
}

export function useRecord(guid: string) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: ['record', guid],
    queryFn: () => operator('showRecord', { params: { guid } }),
    refetchInterval: isLive ? false : lookMs,
  })
}

/** The record that a till or a person sold last, as far as it is among the newest; null where there is none. */
export async function newestSale(): Promise<WireRecord | null> {
  const { items } = await operator('listRecords', { headers: {}, query: { page_size: '25' } })
  const records = items.map(({ record }) => record)
  return records.find(({ MEMBERS }) => MEMBERS === undefined) ?? records[0] ?? null
}

/** @throws GatewayProblem where it is not known */
export const detailByGuid = (guid: string): Promise<RecordDetail> => operator('showRecord', { params: { guid } })
