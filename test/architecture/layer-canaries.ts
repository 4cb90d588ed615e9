import { type Canary, gateway, line, typeLine } from './canary.ts'

/** Examples for the rules that keep the layers of the gateway apart. */
export const layerCanaries: Readonly<Record<string, Canary>> = {
  'ports-stand-alone': {
    refused: [typeLine(`${gateway}/ports.ts`, './installation/secrets.ts')],
    passes: [typeLine(`${gateway}/ports.ts`, '../../shared/domain/record.ts')],
  },
  'settings-know-ports-only': {
    refused: [
      typeLine(`${gateway}/settings/settings.ts`, '../outbox/timing.ts'),
      typeLine(`${gateway}/settings/knows-store.ts`, '../store/port/port.ts'),
    ],
    passes: [line(`${gateway}/settings/table.ts`, '../platform/system.ts')],
  },
  'stored-sale-is-of-no-room': {
    refused: [typeLine(`${gateway}/stored-sale.ts`, './store/port/records.ts')],
    passes: [line(`${gateway}/stored-sale.ts`, './http/json-text.ts')],
  },
  'installation-knows-no-work': {
    refused: [
      line(`${gateway}/installation/makes-company.ts`, '../features/companies/companies.ts'),
      typeLine(`${gateway}/installation/knows-outbox.ts`, '../outbox/outbox.ts'),
    ],
    passes: [typeLine(`${gateway}/features/people/knows-secrets.ts`, '../../installation/secrets.ts')],
  },
  'timing-is-of-the-outbox': {
    refused: [
      line(`${gateway}/features/records/knows-pauses.ts`, '../../outbox/timing.ts'),
      typeLine(`${gateway}/settings/knows-pauses.ts`, '../outbox/timing.ts'),
    ],
    passes: [line(`${gateway}/outbox/pauses.ts`, './timing.ts')],
  },
  'no-cycle-of-types': {
    // A cycle is reported once, at the file that comes first.
    beside: [typeLine(`${gateway}/http/hen.ts`, './egg.ts')],
    refused: [typeLine(`${gateway}/http/egg.ts`, './hen.ts')],
    passes: [typeLine(`${gateway}/http/child.ts`, './parent.ts')],
  },
}
