import { Button, type ButtonProps } from '@mantine/core'
import type { Command } from './command.ts'

interface CommandButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly command: Command
}

/** A command where it is needed, beside its key and the palette. */
export const CommandButton = ({ command, variant = 'default' }: CommandButtonProps) => {
  const { id, label, icon: Icon, hindrance, run } = command
  return (
    <Button
      data-act={id}
      variant={variant}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={run}
      disabled={Boolean(hindrance)}
      title={hindrance ?? undefined}
    >
      {label}
    </Button>
  )
}
