import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

/** What the thread draws. */
export interface PageToDraw {
  readonly html: string
  readonly shop: string
  /** A data URL; empty or null for none. */
  readonly logo: string | null
  readonly font: Uint8Array
}

/** Latin, Malay and Chinese. The build puts it beside the program. */
const font = new URL(
  '../../../../node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  import.meta.url,
)

const drawnWithinMs = 60_000

/**
 * The page of a document as a PDF on A4. A thread of its own draws it: this takes a moment, in which tills would wait,
 * and much memory, which goes with the thread.
 */
export async function drawPdf({ html, shop, logo }: Omit<PageToDraw, 'font'>): Promise<Uint8Array> {
  const workerData: PageToDraw = { html, shop, logo, font: await readFile(font) }
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), { workerData })
  worker.unref()
  try {
    const [pdf] = (await once(worker, 'message', { signal: AbortSignal.timeout(drawnWithinMs) })) as [Uint8Array]
    return pdf
  } finally {
    void worker.terminate()
  }
}
