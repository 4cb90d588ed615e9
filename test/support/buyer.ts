import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.ts'

/** The address on receipts. No server is there. */
const printed = 'https://buyers.example'

/** A gateway with the page for buyers, on a free port. */
export const startWithBuyers = (options: TestGatewayOptions = {}): Promise<TestGateway> =>
  startGateway({
    ...options,
    env: { RESIT_BUYER_PAGE_URL: printed, RESIT_BUYER_PAGE_PORT: '0', ...options.env },
  })

/** The address for the receipt in the answer to a submission; undefined if there is none. */
export const linkOf = (headers: Headers): string | undefined =>
  /^<([^>]+)>; rel="edit-form"$/.exec(headers.get('link') ?? '')?.[1]

/** The same page at the gateway itself, as a proxy in front of it asks for it. */
export const behindProxy = (link: string, { gateway }: TestGateway): string =>
  link.replace(printed, `http://127.0.0.1:${gateway.buyerPort()}`)

/** A buyer that the practice authority knows, as they type themselves. */
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
