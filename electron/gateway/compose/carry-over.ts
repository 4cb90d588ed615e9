import type { EpochMs } from '../../../shared/domain/record.ts'
import { pepperSecret } from '../features/people/pins.ts'
import { choiceSetting } from '../features/upkeep/plan.ts'
import type { Secrets } from '../ports.ts'
import type { Store } from '../store/port/port.ts'

interface Side {
  readonly store: Pick<Store, 'people' | 'tokens' | 'companies' | 'settings'>
  readonly secrets: Secrets
}

/**
 * Takes people with their PINs and outlets, tills with their keys, and the place of the copies into an installation
 * that was not started yet. A second try goes on where the first one stopped.
 */
export async function copyPeopleAndTills(
  from: Side,
  to: Side,
  { by, at }: { readonly by: string; readonly at: EpochMs },
) {
  const pepper = await from.secrets.get(pepperSecret)
  if (pepper !== null && (await to.secrets.get(pepperSecret)) === null) await to.secrets.set(pepperSecret, pepper)
  const there = (await to.store.companies.list()).map(({ profile }) => profile.companyGuid)
  // The company of practice is not there: the prepared one takes its place.
  const placed = <Guid extends string | null>(guid: Guid) =>
    guid === null || there.includes(guid) ? guid : (there[0] ?? guid)
  for (const person of await from.store.people.list()) {
    const pin = person.disabledAt === null ? await from.store.people.pinOf(person.id) : null
    const outlets = person.outlets.map((outlet) => ({ ...outlet, companyGuid: placed(outlet.companyGuid) }))
    if (pin) await to.store.people.create({ ...person, outlets, createdAt: at }, pin, by)
  }
  for (const sha256 of await from.store.tokens.digests()) {
    const token = (await to.store.tokens.bySha256(sha256)) ? null : await from.store.tokens.bySha256(sha256)
    if (token)
      await to.store.tokens.create({ ...token, companyGuid: placed(token.companyGuid), createdAt: at }, sha256, by)
  }
  const plan = await from.store.settings.get(choiceSetting)
  if (plan !== null) await to.store.settings.set(choiceSetting, plan, by, at)
}
