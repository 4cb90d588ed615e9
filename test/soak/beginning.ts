import type { Gateway } from '../../electron/gateway/gateway.ts'
import { importCompany } from '../support/chain.ts'
import type { TestGateway } from '../support/gateway.ts'
import type { MishapDeps } from './mishaps.ts'
import { phoneTo } from './phone.ts'
import { controlTokenOf, type Shop } from './shop.ts'

/** The first start is killed while it makes the database; the second one makes a new shop. @returns a token */
export async function begin(shop: Shop, { count, wrong }: MishapDeps): Promise<string> {
  if ((await shop.life.start('migration_step:1')) !== 'died') wrong('no death in the migration')
  count('kill at migration_step')
  await shop.life.start()
  const port = shop.life.port ?? 0
  const control = controlTokenOf(shop)
  await importCompany({ port, gateway: { controlToken: control } as Gateway } as TestGateway)
  const asked = { name: 'Till 1', scopes: ['submit', 'read', 'void', 'cancel', 'taxpayer', 'admin'], company: null }
  const made = await phoneTo(
    () => port,
    () => control,
  ).operate<{ readonly token: string }>('POST', '/tokens', asked)
  return made.body.token
}
