import { Button, type ButtonProps, Kbd } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { Notice } from '../parts/states.tsx'
import { type Command, findOfferedCommand, functionKeyOf, functionKeys } from './commands.ts'

/** Runs the offered command of a pressed function key. If it cannot be done now, says why until the next press. */
export function FunctionKeyHandler() {
  const [blockReason, tell] = useState<string | null>(null)
  // Not on pointer down: the layout would move before the click, and the click would miss.
  useWindowEvent('click', () => tell(null))
  // All of them: an unused function key must not reach the browser.
  useHotkeys(
    Object.entries(functionKeys).map(([key, id]) => [
      key,
      () => {
        // While a question is open no key may act behind it and lose what was typed.
        if (document.querySelector('[data-question]') !== null) return
        const command = findOfferedCommand(id)
        tell(command?.blockReason ?? null)
        if (!command?.blockReason) command?.run()
      },
    ]),
    [],
  )
  return blockReason === null ? null : <Notice tone="hint">{blockReason}</Notice>
}

interface CommandButtonProps extends Pick<ButtonProps, 'variant' | 'loading' | 'size'> {
  readonly command: Command
}

export const CommandButton = ({ command, variant = 'default', ...state }: CommandButtonProps) => {
  const { id, label, icon: Icon, blockReason, run } = command
  return (
    <Button
      data-command={id}
      data-primary={variant === 'filled' || undefined}
      variant={variant}
      {...state}
      leftSection={<Icon size={20} aria-hidden />}
      rightSection={<KeyHint id={id} />}
      onClick={run}
      disabled={Boolean(blockReason)}
      title={blockReason ?? undefined}
    >
      {label}
    </Button>
  )
}

export function KeyHint({ id }: { readonly id: string }) {
  const key = functionKeyOf(id)
  return key === undefined ? null : (
    <Kbd className="key" aria-hidden>
      {key.replace('shift+', '⇧')}
    </Kbd>
  )
}
