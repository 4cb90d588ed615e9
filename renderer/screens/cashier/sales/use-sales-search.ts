import { useSearch } from '@tanstack/react-router'
import type { SalesSearch } from './wanted.ts'

export const useSalesSearch = (): SalesSearch => useSearch({ from: '/sales' })
