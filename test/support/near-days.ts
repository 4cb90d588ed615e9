import { dayOf } from '../../shared/domain/calendar.ts'

const zone = 'Asia/Kuala_Lumpur'
const dayMs = 86_400_000

/** Yesterday to tomorrow: at midnight a sale of a minute ago is of yesterday, and what comes now is of tomorrow. */
export const nearDays = { from: dayOf(Date.now() - dayMs, zone), to: dayOf(Date.now() + dayMs, zone) } as const
