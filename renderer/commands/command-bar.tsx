import { UnstyledButton } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { functionKeys } from './command.ts'
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
