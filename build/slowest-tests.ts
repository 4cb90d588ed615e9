import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from './fences.ts'

const shownFiles = 10

/** Says at the end of a run which files took longest, so that what creeps is seen by whoever makes it creep. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shownFiles) return
    const slowest = modules
      .map((module) => ({ file: relative(root, module.moduleId), tookMs: tookMsOf(module) }))
      .toSorted((one, other) => other.tookMs - one.tookMs)
      .slice(0, shownFiles)
    console.log('\n Slowest files')
    for (const { file, tookMs } of slowest) console.log(`  ${(tookMs / 1000).toFixed(1).padStart(6)} s  ${file}`)
  }
}

function tookMsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  return duration + collectDuration + setupDuration
}
