import type { UseFormReturnType } from '@mantine/form'
import type { DocumentFields } from './values.ts'

export type PartySide = 'BUYER' | 'SUPPLIER'
export type DocumentForm = UseFormReturnType<DocumentFields>
