import { join } from 'node:path'
import type { Plugin } from 'vite'
import { builtProgram } from './built-programs.ts'
import { root } from './root.ts'
import { withBuiltThreads } from './threads.ts'

const gateway = join(root, 'electron/gateway/')

/**
 * Gateways under test have the threads that are built for a shop: hundreds of gateways are started, and each thread
 * would take the types out of a hundred sources again, nearly half of what the tests took.
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
