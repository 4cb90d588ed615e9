// Once for all files of the project `journey`: the commands that they give are built.
import { builtCommands } from '../../build/built-commands.ts'
import { commandsVariable } from './command-line.ts'

export async function setup(): Promise<void> {
  process.env[commandsVariable] = await builtCommands()
}
