import type { WireProblem } from '../../../shared/api/shapes/problem.ts'
import { commandWords } from '../../../shared/words/command-line.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import { languageOf } from './at-rest.ts'
import type { Command } from './command.ts'

/** Why a command was refused, in words of the command line: flags instead of pointers into bodies, and no paths. */
export function refusalText(problem: WireProblem, command: Command, env: Environment): string {
  const words = commandWords[languageOf(env)]
  switch (problem.code) {
    case 'validation_failed':
      return [words.wrong, ...problem.errors.map((entry) => `  ${placeOf(entry, command)}: ${entry.message}`)].join(
        '\n',
      )
    case 'route_not_found':
      return words.notHere
    case 'unauthorized':
      return words.notTrusted
    default:
      return problem.detail
  }
}

/** The flag that said it; where none did, the place in the file that was given. */
function placeOf({ pointer }: { readonly pointer: string }, { flags = {} }: Command): string {
  const [, first = ''] = pointer.split('/')
  return Object.hasOwn(flags, first) ? `--${first}` : pointer
}
