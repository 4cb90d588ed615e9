import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * The tests of the mutated files: mapping, signing, adapter and document rules (stryker.config.json). Slow properties are
 * left out, because every mutant runs every test that reaches it.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    environment: 'node',
    include: ['test/{document,authority/{myinvois,sign}}/**/*.test.ts', 'test/authority/practice/adapter.test.ts'],
    exclude: ['test/authority/myinvois/ubl/{any-sale,small-body}.test.ts'],
    passWithNoTests: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
