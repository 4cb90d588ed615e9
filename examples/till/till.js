// The page: products, a basket, receipts. What it knows of Resit is in sales.js; read that one.
import { openTill } from './sales.js'

const products = [
  { name: 'Kopi O', price: '3.50', code: '022' },
  { name: 'Nasi lemak', price: '8.90', code: '022' },
  { name: 'Roti bakar', price: '4.20', code: '022' },
]

const at = (id) => document.getElementById(id)
const basket = new Map()
const till = openTill(showReceipt)

for (const product of products) {
  const button = document.createElement('button')
  button.textContent = `${product.name} – RM ${product.price}`
  button.onclick = () => put(product)
  at('products').append(button)
}
at('pay').onclick = pay
for (const sale of till.sales()) showReceipt(sale)

function put(product) {
  basket.set(product, (basket.get(product) ?? 0) + 1)
  showBasket()
}

function showBasket() {
  const lines = [...basket].map(([{ name }, quantity]) => {
    const line = document.createElement('li')
    line.textContent = `${quantity} × ${name}`
    return line
  })
  at('basket').replaceChildren(...lines)
  // In sen: money is never a float.
  const sen = [...basket].reduce((sum, [{ price }, quantity]) => sum + quantity * Number(price.replace('.', '')), 0)
  at('total').textContent = `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`
  at('pay').disabled = basket.size === 0
}

async function pay() {
  at('message').textContent = ''
  const lines = [...basket].map(([product, quantity]) => ({ ...product, quantity }))
  basket.clear()
  showBasket()
  await told(() => till.sell(lines, at('named').checked))
}

/** What the gateway refuses is told to the cashier in its own words. */
async function told(task) {
  try {
    await task()
  } catch (error) {
    at('message').textContent = error.message
  }
}

/** Draws a sale's receipt anew whenever there is news of it. */
function showReceipt(sale) {
  const { record } = sale
  const receipt = document.createElement('article')
  receipt.id = `sale-${sale.document.SALE_CODE}`
  receipt.append(paragraph(`Sale ${sale.document.SALE_CODE}${record ? ` – RM ${record.TOTAL_PAYABLE}` : ''}`))
  receipt.append(
    paragraph(record ? `${record.STATUS}. ${record.NEXT_ACTION.REASON}` : 'Not handed over yet; it is kept.'),
  )
  if (record?.AUTHORITY?.VALIDATION_URL) {
    const picture = document.createElement('img')
    picture.alt = `QR code of sale ${sale.document.SALE_CODE}`
    till.qrOf(record).then((address) => (picture.src = address))
    receipt.append(picture)
  }
  for (const [name, task] of actsFor(sale)) {
    const button = document.createElement('button')
    button.textContent = name
    button.onclick = () => told(task)
    receipt.append(button)
  }
  const old = at(receipt.id)
  if (sale.isRefused) old?.remove()
  else if (old) old.replaceWith(receipt)
  else at('receipts').prepend(receipt)
}

/** NEXT_ACTION says what is possible; the till works nothing out. */
function actsFor(sale) {
  if (sale.record?.KIND !== 'invoice') return []
  switch (sale.record.NEXT_ACTION.ACTION) {
    case 'void':
      return [['Void', () => till.stop(sale)]]
    case 'cancel':
      return [
        ['Cancel', () => till.stop(sale)],
        ['Refund', () => till.refund(sale)],
      ]
    case 'issue_note':
      return sale.record.STATUS === 'Valid' ? [['Refund', () => till.refund(sale)]] : []
    default:
      return []
  }
}

function paragraph(text) {
  const element = document.createElement('p')
  element.textContent = text
  return element
}
