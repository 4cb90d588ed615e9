import type { Command } from './command.ts'
import { exportCommands } from './export.ts'
import { proofCommands } from './proof.ts'
import { sendingCommands } from './sending.ts'
import { setUpCommands } from './set-up.ts'
import { webhookCommands } from './webhooks.ts'

export const commands: Readonly<Record<string, Command>> = {
  ...setUpCommands,
  ...webhookCommands,
  ...sendingCommands,
  ...proofCommands,
  ...exportCommands,
}

export const usageLineOf = (name: string): string => [name, commands[name]?.usage].filter(Boolean).join(' ')

/** @param first their first word; absent for all */
export function usage(first?: string): string {
  const all = Object.keys(commands)
  const some = all.filter((name) => name.split(' ')[0] === first)
  return [
    'resit <command> [--data-dir DIR] [--json]',
    ...(some.length > 0 ? some : all).map((name) => `  ${usageLineOf(name)}\n      ${commands[name]?.about}`),
  ].join('\n')
}
