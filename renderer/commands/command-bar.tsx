import { Button, type ButtonProps, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './command-bar.module.css'
import { type Command, functionKeys, useOffered } from './commands.ts'

/** The function keys with what they do here, to press or to touch. */
export function CommandBar() {
  const say = useWords(shellWords)
  const offered = useOffered()
  const keyed = Object.entries(functionKeys).flatMap(([key, id]) =>
    offered.filter((command) => command.id === id).map((command) => ({ ...command, key })),
  )
  // All of them: a key that does nothing here is not the browser's either.
  useHotkeys(
    Object.keys(functionKeys).map((key) => [
      key,
      () => {
        // A question on the screen is answered first: no key reaches through it and takes away what was typed.
        if (document.querySelector('[data-question]') !== null) return
        const command = keyed.find((each) => each.key === key)
        if (command && !command.hindrance) command.run()
      },
    ]),
    [],
  )
  return (
    <nav className={style['bar']} aria-label={say('function_keys')}>
      {keyed.map(({ id, key, label, icon: Icon, hindrance, run }) => (
        <UnstyledButton
          key={id}
          className={style['command']}
          onClick={run}
          disabled={Boolean(hindrance)}
          title={hindrance ?? undefined}
          data-command={id}
        >
          <kbd>{key}</kbd>
          <Icon size={20} aria-hidden />
          <span>{label}</span>
        </UnstyledButton>
      ))}
    </nav>
  )
}

interface CommandButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly command: Command
}

/** A command that is needed here, beside its key and the palette. */
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
