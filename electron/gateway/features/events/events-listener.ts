import { PassThrough, type Readable } from 'node:stream'
import type { ChangedEvent, StatusEvent } from '../../../../shared/api/operator/record-list.ts'
import { statusOf } from '../../../../shared/domain/status.ts'
import type { Call } from '../../http/call.ts'
import type { ChangedRecord } from '../../store/port/records.ts'

/** Whoever reads so slowly that this much waits is let go, and comes back with the `seq` it has. */
const mostWaitingBytes = 256 * 1024

/** One who listens to the stream of events, and how far it was told. */
export class Listener {
  readonly call: Call
  /** Up to where it was told of changes. */
  seq: number
  readonly #stream = new PassThrough()
  #lastStatus = ''

  /** @param gone the other side has hung up, or was too slow */
  constructor(call: Call, seq: number, gone: (listener: Listener) => void) {
    this.call = call
    this.seq = seq
    this.#stream.once('close', () => gone(this))
  }

  get stream(): Readable {
    return this.#stream
  }

  tellChanged(rows: readonly ChangedRecord[]): void {
    this.seq = rows.at(-1)?.eventSeq ?? this.seq
    const items = rows.map(({ record }) => ({
      SALE_GUID: record.saleGuid,
      FAMILY: record.family,
      KIND: record.kind,
      STATUS: statusOf(record),
      version: record.version,
    }))
    const event: ChangedEvent = { seq: this.seq, items }
    this.#write(`id: ${this.seq}\nevent: changed\ndata: ${JSON.stringify(event)}\n\n`)
  }

  /** Only what is not as it was told last. */
  tellStatus(status: StatusEvent): void {
    const text = JSON.stringify(status)
    if (text === this.#lastStatus) return
    this.#lastStatus = text
    this.#write(`event: standing\ndata: ${text}\n\n`)
  }

  /** So that either side notices when the other is gone. */
  beat(): void {
    this.#write(': still here\n\n')
  }

  /** @param why the token or session opens nothing any more; absent where the gateway stops */
  end(why?: 'ended'): void {
    if (why) this.#write(`event: ${why}\ndata: {}\n\n`)
    // Who has not read what it was told would keep the gateway from stopping.
    if (this.#waitingBytes > 0 && !why) this.#stream.destroy()
    else this.#stream.end()
  }

  get #waitingBytes(): number {
    return this.#stream.readableLength + this.#stream.writableLength
  }

  #write(text: string): void {
    if (this.#stream.destroyed || this.#stream.writableEnded) return
    if (this.#waitingBytes > mostWaitingBytes) this.#stream.destroy()
    else this.#stream.write(text)
  }
}
