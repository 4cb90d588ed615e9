import { describe, expect, test } from 'vitest'
import type { ToldAlert } from '../../electron/gateway/store/port/port.ts'
import { noon } from '../support/records.ts'
import { freshStore, insertion, keep, type Open } from '../support/stores.ts'

const began: ToldAlert = { cause: 'disk_low', alert: '{"code":"disk_low"}', toldAt: noon, endedAt: null }
const act = { at: noon, by: 'gateway', type: 'alert_began', facts: { code: 'disk_low' } }
const toldBy = { act, mailTo: '' }
const at = { now: noon, latest: noon + 86_400_000 }
const target = { id: 'w', url: 'https://shop.example/hook', companyGuid: null, createdAt: noon }

export function alertsContract(open: Open): void {
  describe('alerts that were told', () => {
    const here = freshStore(open)
    const types = async () =>
      (await here.store.acts.list(0, 100)).map(({ type }) => type).filter((type) => type.startsWith('alert_'))

    test('are told by one of two at the same moment, with one act, and known after a restart', async () => {
      const { toldAlerts } = here.store
      await Promise.all([1, 2].map(() => toldAlerts.tell(began, null, toldBy)))
      const ended = { ...began, endedAt: noon + 5 }
      await Promise.all(
        [1, 2].map(() => toldAlerts.tell(ended, began, { act: { ...act, type: 'alert_ended' }, mailTo: '' })),
      )
      expect(await types()).toEqual(['alert_began', 'alert_ended'])
      await toldAlerts.tell({ ...began, toldAt: noon + 9 }, began, toldBy)
      expect(await types()).toHaveLength(2)
      expect(await (await here.reopen()).toldAlerts.list()).toEqual([ended])
    })

    test('are told by e-mail once, if there is an address', async () => {
      const { toldAlerts, mails } = here.store
      await toldAlerts.tell(began, null, toldBy)
      expect(await mails.next()).toBeNull()
      const ended = { ...began, endedAt: noon + 5 }
      const byMail = { act: { ...act, type: 'alert_ended' }, mailTo: 'owner@kedai.example' }
      await Promise.all([1, 2].map(() => toldAlerts.tell(ended, began, byMail)))
      const next = await mails.next()
      expect(next).toMatchObject({ saleGuid: null, address: 'owner@kedai.example', state: 'waiting' })
      expect(JSON.parse(next?.alert ?? '')).toMatchObject({ type: 'alert_ended', facts: { code: 'disk_low' } })
      await mails.drop(next?.seq ?? 0)
      expect(await mails.next()).toBeNull()
      expect(JSON.stringify(await here.store.acts.list(0, 100))).not.toContain('owner@')
    })

    test('are forgotten while they stand, if nothing is told any more', async () => {
      const { toldAlerts } = here.store
      await toldAlerts.tell(began, null, toldBy)
      await toldAlerts.tell({ ...began, cause: 'copy_old', endedAt: noon }, null, toldBy)
      await toldAlerts.forgetOpen()
      expect((await toldAlerts.list()).map(({ cause }) => cause)).toEqual(['copy_old'])
    })

    test('are delivered to webhooks for all companies, in the order of the feed', async () => {
      const { webhooks, toldAlerts } = here.store
      const [company] = await here.store.companies.list()
      await webhooks.add(target, 'person:Aini')
      await webhooks.add({ ...target, id: 'one', companyGuid: company?.profile.companyGuid ?? '' }, 'person:Aini')
      await keep(here.store, insertion(1))
      await toldAlerts.tell(began, null, toldBy)
      for (const id of ['w', 'one']) await webhooks.takeUp(id, 10)
      const due = await webhooks.due('w', at, 10)
      expect(due.map(({ record, act: told }) => record?.record.saleCode ?? told)).toEqual([
        '0001',
        { type: 'alert_began', facts: { code: 'disk_low' } },
      ])
      expect((await webhooks.due('one', at, 10)).map(({ act: told }) => told)).toEqual([null])
      expect((await webhooks.deliveries('w', null, 10)).map(({ saleGuid }) => saleGuid === null)).toEqual([true, false])
    })
  })
}
