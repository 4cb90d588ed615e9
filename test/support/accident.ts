import { isMainThread } from 'node:worker_threads'

/** The value of RESIT_TEST_ACCIDENT. The last two happen in the worker threads for long work. */
type Accident = 'throw' | 'reject' | 'worker throws' | 'worker ends'

/** Loaded into every thread of a gateway with `--import`. On SIGUSR2 the accident happens. */
const kind = process.env['RESIT_TEST_ACCIDENT'] as Accident | undefined
const line = new BroadcastChannel('accident')

if (isMainThread)
  process.on('SIGUSR2', () => {
    if (kind === 'throw') throw new Error('an accident of the test')
    if (kind === 'reject') void Promise.reject(new Error('an accident of the test'))
    line.postMessage(kind)
  })
else
  line.addEventListener('message', (event) => {
    const { data } = event as { readonly data?: unknown }
    if (data === 'worker ends') process.exit(0)
    if (data === 'worker throws') throw new Error('an accident of the test')
  })

// The channel must not keep a thread alive.
const channel: object = line
if ('unref' in channel && typeof channel.unref === 'function') channel.unref()
