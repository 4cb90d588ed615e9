/**
 * How long a test waits for a result. build/machine-unit.ts measures the computer for it. A test that takes longer
 * hangs.
 */
export const hangMs = Math.round(Number(process.env['TESTS_HANG_LIMIT_MS'] ?? 120_000) / 2)
