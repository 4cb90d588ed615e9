import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { operator } from '../gateway/api.ts'
import { isBuyersCode, keepScan } from './scanner.ts'

/**
 * @returns begins a document if the text is a buyer's code; opens the record if exactly one is found. Says whether it
 * did
 */
export function useOpenSingleMatch(): (text: string) => Promise<boolean> {
  const go = useNavigate()
  return useCallback(
    async (text) => {
      if (isBuyersCode(text)) {
        keepScan(text)
        await go({ to: '/new', search: { buyer: true } })
        return true
      }
      // If the gateway is away, the list shows that.
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
