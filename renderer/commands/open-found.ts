import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { operator } from '../gateway/api.ts'

/** @returns opens the document that a text finds where it is the only one; says whether it was */
export function useOpenFound(): (text: string) => Promise<boolean> {
  const go = useNavigate()
  return useCallback(
    async (text) => {
      // Where the gateway is away the list says so.
      const found = await operator('listRecords', { headers: { search_text: text }, query: { page_size: '2' } }).catch(
        () => null,
      )
      const [only, other] = found?.items ?? []
      if (only === undefined || other !== undefined) return false
      await go({ to: '/sales/$guid', params: { guid: only.record.SALE_GUID } })
      return true
    },
    [go],
  )
}
