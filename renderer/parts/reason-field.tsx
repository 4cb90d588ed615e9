import { Textarea } from '@mantine/core'

/** As the gateway and the authority count: code points, after trimming (contract 8). */
const mostCharacters = 200
const lengthOf = (text: string): number => [...text.trim()].length

interface ReasonFieldProps {
  readonly label: string
  readonly reason: string
  /** Where the dialog begins. */
  readonly isFirst?: boolean
  onChange(reason: string): void
}

export const isReason = (reason: string): boolean => lengthOf(reason) > 0 && lengthOf(reason) <= mostCharacters

/** Why something is done, asked once, with how much room is left. */
export function ReasonField({ label, reason, isFirst = true, onChange }: ReasonFieldProps) {
  return (
    <Textarea
      label={label}
      withAsterisk
      autosize={false}
      rows={3}
      data-autofocus={isFirst || undefined}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={`${lengthOf(reason)} / ${mostCharacters}`}
      error={lengthOf(reason) > mostCharacters}
    />
  )
}
