import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts'

/** What a test's gateway prints on receipts: nobody is there. */
const printed = 'https://buyers.example'

/** A gateway with a page for buyers, on any free port. */
export const startWithBuyers = (options: TestGatewayOptions = {}): Promise<TestGateway> =>
  startGateway({
    ...options,
    env: { RESIT_BUYER_PAGE_URL: printed, RESIT_BUYER_PAGE_PORT: '0', ...options.env },
  })

/** The address that the answer to a submission says is to be printed; undefined where it says none. */
export const linkOf = (headers: Headers): string | undefined =>
  /^<([^>]+)>; rel="edit-form"$/.exec(headers.get('link') ?? '')?.[1]

/** The same behind the proxy that stands at that address. */
export const behindProxy = (link: string, { gateway }: TestGateway): string =>
  link.replace(printed, `http://127.0.0.1:${gateway.buyerPort()}`)

/** Whom the practice authority knows, as a buyer types it. */
export const typedBuyer = {
  name: 'Syarikat Pelanggan Sdn. Bhd.',
  tin: 'C25845632020',
  id_type: 'BRN',
  id_number: '201901234567',
  email: 'buyer@pelanggan.example',
  phone: '+603 8765 4321',
  address: '12 Jalan Rumah',
  postcode: '40000',
  city: 'Shah Alam',
  state: '10',
} as const
