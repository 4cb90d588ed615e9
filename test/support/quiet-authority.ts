import pino from 'pino'
import {
  type Practice,
  type PracticeOptions,
  startPractice,
} from '../../electron/gateway/authority/practice/practice.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'

type QuietOptions = Pick<PracticeOptions, 'rateScale'> &
  Partial<Pick<PracticeOptions, 'companies' | 'file' | 'validationMs' | 'verifySignature'>>

/**
 * The practice authority in place of a real one, with this computer's clock and without logs.
 * @param options without a file it keeps everything in memory; without companies it knows the bundled ones
 */
export const startQuietAuthority = (options: QuietOptions): Promise<Practice> =>
  startPractice({
    file: null,
    companies: async () => [],
    ...options,
    clock: systemClock,
    randomness: systemRandomness,
    log: pino({ level: 'silent' }),
  })
