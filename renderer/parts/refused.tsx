import { Alert } from '@mantine/core'
import { useFaultOf } from './states.tsx'

interface RefusedProps {
  /** Of what was asked for; null while nothing went wrong. */
  readonly error: unknown
  /** Says what is wrong with one field alone. */
  readonly pointer?: string
  /** Whether it stands apart from what is above it. */
  readonly isApart?: boolean
}

/** Why something was not done, as the gateway says it. */
export function Refused({ error, pointer, isApart = false }: RefusedProps) {
  const said = useFaultOf()(error, pointer)
  if (error === null) return null
  return (
    <Alert color="red" variant="light" role="alert" {...(isApart && { mt: 'md' })}>
      {said}
    </Alert>
  )
}
