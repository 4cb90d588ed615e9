import { Button, type ButtonProps, Kbd } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { Notice } from '../parts/states.tsx'
import { type Command, functionKeys, keyOf, offered } from './commands.ts'

/** Function keys do what is offered now. Why one cannot be done is told until the next press. */
export function FunctionKeys() {
  const [hindrance, tell] = useState<string | null>(null)
  // Not when a finger goes down: what moves up then is missed by the click.
  useWindowEvent('click', () => tell(null))
  // All of them: a key that does nothing here is not the browser's either.
  useHotkeys(
    Object.entries(functionKeys).map(([key, id]) => [
      key,
      () => {
        // A question on the screen is answered first: no key reaches through it and takes away what was typed.
        if (document.querySelector('[data-question]') !== null) return
        const command = offered(id)
        tell(command?.hindrance ?? null)
        if (!command?.hindrance) command?.run()
      },
    ]),
    [],
  )
  return hindrance === null ? null : <Notice tone="hint">{hindrance}</Notice>
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
  const key = keyOf(id)
  return key === undefined ? null : (
    <Kbd className="key" aria-hidden>
      {key}
    </Kbd>
  )
}
