import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface SecondaryProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  readonly icon?: Icon
}

/** A button for anything but the main act of the screen. */
export const Secondary = ({ icon: Shown, ...props }: SecondaryProps) => (
  <Button variant="default" {...(Shown && { leftSection: <Shown size={20} aria-hidden /> })} {...props} />
)
