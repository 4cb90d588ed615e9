import { join } from 'node:path'
import type { Plugin } from 'vite'
import { builtProgram } from './built-programs.ts'
import { root } from './root.ts'
import { withBuiltThreads } from './threads.ts'

const gateway = join(root, 'electron/gateway/')

/**
 * Gateways under test use built threads. Tests start hundreds of gateways, and each thread would take the types out of a
 * hundred sources again. That was nearly half of the time of the tests.
 */
export async function builtThreads(): Promise<Plugin> {
  const program = await builtProgram('gateway', (sentence) => console.warn(sentence))
  const isBuilt = program.pathname.endsWith('.js')
  return {
    name: 'built-threads',
    transform: (code, id) =>
      isBuilt && id.startsWith(gateway) ? withBuiltThreads(code, JSON.stringify(program.href)) : null,
  }
}
