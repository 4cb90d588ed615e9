import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { focusAt } from './faults.tsx'
import type { DocumentForm } from './values.ts'

interface RemoveEntryProps {
  readonly form: DocumentForm
  readonly list: 'LINES' | 'PAYMENTS' | 'ORIGINALS'
  readonly at: number
  readonly label: string
}

/** Removes an entry of a list. The focus goes to the entry before it. */
export const RemoveEntry = ({ form, list, at, label }: RemoveEntryProps) => (
  <ActionIcon
    variant="default"
    data-removes
    aria-label={label}
    onClick={({ currentTarget }) => {
      // Enter in an empty line removes it too, and has moved the focus already.
      if (currentTarget === document.activeElement) focusAt(`${list}.${Math.max(0, at - 1)}`)
      form.removeListItem(list, at)
    }}
  >
    <IconTrash size={22} aria-hidden />
  </ActionIcon>
)
