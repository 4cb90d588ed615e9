import { z } from 'zod'
import { evidence } from './records.ts'
import { keyText } from './text.ts'

const at = z.iso.datetime({ precision: 3 })

export const sendingAsk = z
  .strictObject({
    company: keyText().nullish().meta({ description: 'COMPANY_CODE; absent for every company' }),
    reason: evidence.nullish().meta({ description: 'For whoever wonders' }),
  })
  .meta({ id: 'SendingAsk' })

const pause = z.object({ since: at, by: z.string(), reason: z.string().nullable() }).meta({ id: 'SendingPause' })

export const sendingStanding = z
  .object({
    everything: pause.nullable().meta({ description: 'Null where not everything is paused' }),
    companies: z.array(pause.extend({ company: z.string() }).meta({ id: 'CompanyPause' })),
  })
  .meta({ id: 'SendingStanding' })
