import { Button, type ButtonProps, UnstyledButton } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { type Command, functionKeys } from './command.ts'
import style from './command-bar.module.css'
import { useOffered } from './commands.tsx'

/** The function keys with what they do here, to press or to touch. */
export function CommandBar() {
  const say = useWords(shellWords)
  const offered = useOffered()
  const keyed = functionKeys.flatMap((key) => offered.filter((command) => command.key === key))
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
