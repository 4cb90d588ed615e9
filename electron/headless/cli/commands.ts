import { codeCommands } from './codes.ts'
import type { Command } from './command.ts'
import { consolidationCommands } from './consolidate.ts'
import { exportCommands } from './export.ts'
import { practiceCommands } from './practice.ts'
import { proofCommands } from './proof.ts'
import { sendingCommands } from './sending.ts'
import { setUpCommands } from './set-up.ts'
import { webhookCommands } from './webhooks.ts'

/** Every command by the words that name it. */
export const commands: Readonly<Record<string, Command>> = {
  ...setUpCommands,
  ...webhookCommands,
  ...sendingCommands,
  ...consolidationCommands,
  ...codeCommands,
  ...proofCommands,
  ...exportCommands,
  ...practiceCommands,
}

/** @param first what the commands begin with; all of them where it is left out, or none begins with it */
export function usage(first?: string): string {
  const all = Object.values(commands)
  const some = all.filter((each) => each.usage.split(' ')[0] === first)
  return [
    'resit <command> [--data-dir DIR] [--json]',
    ...(some.length > 0 ? some : all).map(({ usage: typed, about }) => `  ${typed}\n      ${about}`),
  ].join('\n')
}
