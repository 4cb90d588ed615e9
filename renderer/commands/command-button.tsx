import { Button, type ButtonProps, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type Command, functionKeys, keyOf, useOffered } from './commands.ts'

/** Function keys do what is offered now. If it cannot be done now, the palette says why. */
export function useFunctionKeys(openPalette: () => void): void {
  const offered = useOffered()
  // All of them: a key that does nothing here is not the browser's either.
  useHotkeys(
    Object.entries(functionKeys).map(([key, id]) => [
      key,
      () => {
        // A question on the screen is answered first: no key reaches through it and takes away what was typed.
        if (document.querySelector('[data-question]') !== null) return
        const command = offered.find((each) => each.id === id)
        if (command?.hindrance) openPalette()
        else command?.run()
      },
    ]),
    [],
  )
}

interface CommandButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly command: Command
}

/** A command where it is needed, with its key. */
export const CommandButton = ({ command, variant = 'default' }: CommandButtonProps) => {
  const { id, label, icon: Icon, hindrance, run } = command
  return (
    <Button
      data-command={id}
      variant={variant}
      leftSection={<Icon size={20} aria-hidden />}
      rightSection={<KeyOf id={id} />}
      onClick={run}
      disabled={Boolean(hindrance)}
      title={hindrance ?? undefined}
    >
      {label}
    </Button>
  )
}

/** The key of a command, beside its name. */
export function KeyOf({ id }: { readonly id: string }) {
  const key = keyOf({ id })
  return key === undefined ? null : (
    <Kbd className="key" aria-hidden>
      {key}
    </Kbd>
  )
}
