import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPdf } from '../../electron/gateway/features/slip/pdf.ts'

test('many PDFs that are asked for at once are drawn one after the other, because each takes 60 MB', async () => {
  let now = 0
  let most = 0
  const count = (message: unknown) => {
    most = Math.max(most, ++now)
    ;(message as { readonly worker: Worker }).worker.once('exit', () => now--)
  }
  subscribe('worker_threads', count)
  try {
    const page = { html: '<body><p>Kopitiam Contoh</p></body>', shop: 'Kopitiam Contoh' }
    const broken = drawPdf({ ...page, html: '<body><img src="data:image/png;base64,AAAA" /></body>' }).catch(
      () => 'refused',
    )
    const drawn = await Promise.all([broken, drawPdf(page), drawPdf(page)])
    expect(drawn.map((pdf) => Buffer.from(pdf.slice(0, 5) as string).toString())).toEqual(['refus', '%PDF-', '%PDF-'])
    expect(most).toBe(1)
  } finally {
    unsubscribe('worker_threads', count)
  }
})

test('the status stands on the PDF in large letters, as on paper: a cancelled document must not pass for a valid one', async () => {
  const sizes = async (kind: string) => {
    const pdf = await drawPdf({ html: `<body><p class="${kind}">CANCELLED</p></body>`, shop: 'Kopitiam Contoh' })
    const drawn = [
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/FlateDecode\s*>>\s*stream\r?\n([^]*?)\r?\nendstream/g),
    ]
    const texts = drawn.map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    return texts.flatMap((text) => [...text.matchAll(/ (\d+) Tf/g)].map(([, size]) => Number(size)))
  }
  expect(await sizes('status')).toContain(20)
  expect(await sizes('practice')).not.toContain(20)
})
