// What a till has to know of Resit: store the sale, hand it over until it is taken, listen to what becomes of it.

// Served by serve.js on this machine, which knows the token: a page must not.
const api = '/v1'
const operator = '/operator/v1'

const shop = { COMPANY_CODE: 'DEMO', OUTLET_NAME: 'KLCC', TERMINAL_NAME: 'T1' }

const buyer = {
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  PHONE: '+60387654321',
  ADDRESS: { LINES: ['12 Jalan Rumah'], CITY: 'Shah Alam', STATE_CODE: '10', COUNTRY_CODE: 'MYS' },
}

/** @param tell called with a sale whenever there is news of it */
export function openTill(tell) {
  const store = localStorage
  const sales = JSON.parse(store.getItem('sales') ?? '[]')
  const keep = () => store.setItem('sales', JSON.stringify(sales))

  /** The sale is on the disk before it is handed over: after a crash it is handed over again. */
  async function handOver(path, document) {
    const sale = { path, document, record: null }
    sales.push(sale)
    keep()
    tell(sale)
    await tryToHandOver(sale)
  }

  /** 202 is new, 200 was there already: the same document is sent again after 2, 4, 8 … 60 s, or as the gateway asks. */
  async function tryToHandOver(sale, seconds = 2) {
    const { status, body, retryAfter } = await call('POST', api + sale.path, sale.document)
    if (status === 0 || status === 429 || status >= 500) {
      setTimeout(() => tryToHandOver(sale, Math.min(seconds * 2, 60)), (retryAfter ?? seconds) * 1000)
      return
    }
    if (status > 299) {
      // It will be refused again: mended by a person, and not kept as if it were waiting.
      sales.splice(sales.indexOf(sale), 1)
      keep()
      tell({ ...sale, isRefused: true })
      throw new Error(body.errors?.map(({ message }) => message).join(' ') ?? body.detail)
    }
    know(sale, body)
  }

  function know(sale, record) {
    sale.record = record
    keep()
    tell(sale)
  }

  /** What changed since; the place is kept when what came with it is. */
  async function listen() {
    for (;;) {
      const place = store.getItem('place') ?? '0'
      const { status, body } = await call('GET', `${operator}/changes?wait=25&after=${place}`)
      if (status !== 200) {
        await new Promise((resolve) => setTimeout(resolve, 2000))
        continue
      }
      for (const record of body.items) {
        const sale = sales.find((each) => each.document.SALE_GUID === record.SALE_GUID)
        if (sale) know(sale, record)
      }
      store.setItem('place', body.next)
    }
  }

  const newDocument = (fields) => {
    const number = Number(store.getItem('number') ?? '0') + 1
    store.setItem('number', number)
    return {
      ...shop,
      SHIFT_CODE: new Date().toISOString().slice(0, 10),
      SALE_CODE: String(number).padStart(4, '0'),
      SALE_GUID: crypto.randomUUID(),
      ISSUED_AT: new Date().toISOString(),
      ...fields,
    }
  }

  for (const sale of sales) if (sale.record === null) tryToHandOver(sale)
  listen()

  return {
    sales: () => sales,

    /** Without a buyer it is a receipt for the month's consolidated e-invoice. */
    sell: (lines, isNamed) =>
      handOver(
        '/sale/invoice_submission',
        newDocument({ ...(isNamed ? { BUYER: buyer } : { CONSOLIDATE: true }), LINES: lines.map(lineOf) }),
      ),

    /** Everything back, by a note that names the sale. */
    refund: ({ document }) =>
      handOver(
        '/sale/refund_note_submission',
        newDocument({
          ...(document.BUYER && { BUYER: document.BUYER }),
          ORIGINALS: [{ SALE_GUID: document.SALE_GUID }],
          LINES: document.LINES,
        }),
      ),

    /** NEXT_ACTION says which of the two it is. */
    async stop(sale) {
      const SALE_GUID = sale.document.SALE_GUID
      const isVoid = sale.record.NEXT_ACTION.ACTION === 'void'
      const { status, body } = isVoid
        ? await call('POST', `${api}/sale/invoice_void/by_sale_guid`, { SALE_GUID })
        : await call('POST', `${api}/sale/invoice_cancellation`, { SALE_GUID, REASON: 'Wrong goods' })
      if (body.record ?? body.SALE_GUID) know(sale, body.record ?? body)
      // An earlier try did it, and its answer was lost.
      if (body.code === 'void_denied_locked' && body.record?.STATUS === 'Voided') return
      if (status > 299) throw new Error(body.detail ?? 'There is no answer. Try again.')
    },

    qrOf: async ({ SALE_GUID }) => {
      const picture = await fetch(`${operator}/records/${SALE_GUID}/qr.svg`)
      return URL.createObjectURL(await picture.blob())
    },
  }
}

const lineOf = ({ name, price, code, quantity }) => ({
  DESCRIPTION: name,
  CLASSIFICATION_CODES: [code],
  QUANTITY: String(quantity),
  UNIT_CODE: 'C62',
  UNIT_PRICE: price,
  TAXES: [{ TAX_TYPE: '06' }],
})

/** Status 0 if there is no answer. */
async function call(method, url, body) {
  try {
    const response = await fetch(url, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body && { body: JSON.stringify(body) }),
    })
    const asked = response.headers.get('retry-after')
    return { status: response.status, body: await response.json(), retryAfter: asked && Number(asked) }
  } catch {
    return { status: 0, body: {} }
  }
}
