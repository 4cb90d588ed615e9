import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { makeTaskQueue } from '../../platform/task-queue.ts'

/** What the thread draws. */
export interface PageToDraw {
  readonly html: string
  readonly shop: string
  readonly font: Uint8Array<ArrayBuffer>
}

/** Latin, Malay and Chinese. The build puts it beside the program. */
const font = new URL(
  '../../../../node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  import.meta.url,
)

const drawnWithinMs = 60_000

type Page = Omit<PageToDraw, 'font'>

const inTurn = makeTaskQueue()

/**
 * The page of a document as a PDF on A4. A thread of its own draws it: this takes a moment, in which tills would wait,
 * and some 60 MB, which go with the thread. One page is drawn at a time, or many requests would take all memory.
 */
export const drawPdf = (page: Page): Promise<Uint8Array> => inTurn(() => drawInThread(page))

async function drawInThread({ html, shop }: Page): Promise<Uint8Array> {
  const workerData: PageToDraw = { html, shop, font: await readFile(font) }
  // Handed over: a copy for each page would leave 10 MB here.
  const transferList = [workerData.font.buffer]
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData, transferList })
  worker.unref()
  try {
    const [pdf] = (await once(worker, 'message', { signal: AbortSignal.timeout(drawnWithinMs) })) as [Uint8Array]
    return pdf
  } finally {
    await worker.terminate()
  }
}
