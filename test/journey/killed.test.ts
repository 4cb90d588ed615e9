import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { askAt } from '../support/ask-at.ts'
import { invoice } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()

test('a gateway that is killed has every document it answered for, in order, and sends each once when it is back (ST1)', async () => {
  const first = await here.start({ RESIT_DISPATCH_DELAY_MS: '600' })
  const sell = askAt(here.dataDir, first.port)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => sell('/v1/sale/invoice_submission', { body: invoice(`k${at}`) })),
  )
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([202]))
  await first.stop('SIGKILL')
  const second = await here.start()
  const ask = askAt(here.dataDir, second.port)
  await expect.poll(async () => (await ask('/operator/v1/queue'))?.body['lanes']).toEqual([])
  for (const answer of answers)
    expect(
      await ask('/v1/sale/invoice_checkstatus/by_guid', {
        headers: { sale_guid: String(answer?.body['SALE_GUID']) },
      }),
    ).toMatchObject({ body: { STATUS: 'Valid' } })
  await second.stop()
  const ledger = new Database(join(here.dataDir, 'practice.db'), { readonly: true })
  const counts = ledger.prepare('SELECT count(*) AS times FROM document GROUP BY internal_id').pluck().all()
  ledger.close()
  expect(counts).toEqual(Array.from({ length: 40 }, () => 1))
})
