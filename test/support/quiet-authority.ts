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
 * The practice authority in the place of a real one, with this computer's clock, and nothing in any log.
 * @param options in memory where they name no file; of no companies but the bundled ones where they name none
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
