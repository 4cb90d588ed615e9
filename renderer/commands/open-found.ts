import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operator } from '../gateway/api.ts'
import { isBuyersCode, keepScan } from './scanner.ts'

/**
 * @returns begins a document if the text is a buyer's code; opens the record with this number, or the only one that is
 * found. Says whether it did. With `restore` the text must be a number, and `restore` is called first
 */
export function useOpenSingleMatch(): (text: string, restore?: () => void) => Promise<boolean> {
  const go = useNavigate()
  return useCallback(
    async (text, restore) => {
      if (isBuyersCode(text)) {
        keepScan(text)
        await go({ to: '/new', search: {} })
        return true
      }
      // If the gateway is away, the list shows that.
      const found = await operator('listRecords', { headers: { search_text: text }, query: { page_size: '20' } }).catch(
        () => null,
      )
      const records = found?.items.map(({ record }) => record) ?? []
      const only = records.length === 1 && restore === undefined ? records[0] : undefined
      const record = records.find(isNumberOf(text)) ?? only
      if (record === undefined) return false
      restore?.()
      await go({ to: '/sales/$guid', params: { guid: record.SALE_GUID } })
      return true
    },
    [go],
  )
}

const isNumberOf =
  (text: string) =>
  ({ SALE_CODE, DOCUMENT_NUMBER, SALE_GUID, AUTHORITY }: WireRecord): boolean =>
    [SALE_CODE, DOCUMENT_NUMBER, SALE_GUID, AUTHORITY?.UUID, AUTHORITY?.VALIDATION_URL].includes(text)
