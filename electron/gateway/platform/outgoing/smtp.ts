import { Readable } from 'node:stream'
import { trusted } from './exchange.ts'

export interface MailServer {
  readonly host: string
  /** At 465 TLS begins with the first byte; at any other port with STARTTLS, before the password. */
  readonly port: number
  /** Then it may offer no TLS, and its certificate has no public name. */
  readonly isOnThisMachine: boolean
  /** Empty for a server that asks for none. */
  readonly user: string
  readonly password: string
  /** The address that messages come from. */
  readonly sender: string
}

export interface MailMessage {
  /** Who sends it, as people read it. */
  readonly name: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments?: { filename: string; content: Buffer }[]
}

/**
 * Decided by what is proven. `waiting`: nothing has left, and it may go later. `failed`: it will never go. `unknown`:
 * the connection broke after the message had begun to leave.
 */
export interface MailOutcome {
  readonly state: 'sent' | 'waiting' | 'failed' | 'unknown'
  readonly reason: string | null
}

const connectWithinMs = 15_000

/** Hands one message to the server. The reason of a failure may name the address: it goes into no log. */
export async function handOver(
  server: MailServer,
  { name, ...message }: MailMessage,
  stopping = new AbortController().signal,
  answerWithinMs = 120_000,
): Promise<MailOutcome> {
  const [{ default: Connection }, { default: Composer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
    trusted(),
  ])
  const { host, port, isOnThisMachine, user, password: pass, sender } = server
  const raw = await new Composer({ ...message, from: { name, address: sender } }).compile().build()
  const secure = port === 465
  const connection = new Connection({
    host,
    port,
    secure,
    requireTLS: !secure && !isOnThisMachine,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: answerWithinMs,
    ...(isOnThisMachine && { tls: { rejectUnauthorized: false } }),
  })
  const broken = Promise.withResolvers<never>()
  const stop = () => broken.reject(new Error('Resit stops'))
  connection.on('error', broken.reject)
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  const step = (run: (done: (failure?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    run((failure) => (failure ? reject(failure) : resolve()))
    return Promise.race([broken.promise, promise])
  }
  let hasBegun = false
  // The library reads it only once the server has said that it takes the message.
  const content = Readable.from(
    (function* () {
      hasBegun = true
      yield raw
    })(),
  )
  try {
    await step((done) => connection.connect(done))
    if (user !== '') await step((done) => connection.login({ user, pass }, done))
    await step((done) => connection.send({ from: sender, to: [message.to] }, content, done))
    return { state: 'sent', reason: null }
  } catch (cause) {
    return outcomeOf(cause as SmtpFailure, hasBegun)
  } finally {
    stopping.removeEventListener('abort', stop)
    connection.close()
  }
}

type SmtpFailure = Error & { code?: string; command?: string; response?: string; responseCode?: number }

export function outcomeOf(failure: SmtpFailure, hasBegun: boolean): MailOutcome {
  const { code, command = '', response, responseCode = 0, message } = failure
  const reason = (response ?? code ?? message).slice(0, 300).replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
  const isOfMessage = hasBegun || /^(MAIL FROM|RCPT TO|DATA|API)$/.test(command)
  if (responseCode >= 400 && isOfMessage) return { state: responseCode < 500 ? 'waiting' : 'failed', reason }
  if (hasBegun) return { state: 'unknown', reason }
  return { state: code === 'EENVELOPE' || code === 'EMESSAGE' ? 'failed' : 'waiting', reason }
}
