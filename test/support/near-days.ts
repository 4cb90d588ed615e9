import { dayOf } from '../../shared/domain/calendar.ts'

const zone = 'Asia/Kuala_Lumpur'
const dayMs = 86_400_000

/** Yesterday to tomorrow, because a test can run over midnight. */
export const nearDays = { from: dayOf(Date.now() - dayMs, zone), to: dayOf(Date.now() + dayMs, zone) } as const
