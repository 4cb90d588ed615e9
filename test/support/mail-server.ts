import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** The settings of a shop without a mail server. */
export const mailOff = {
  host: '',
  port: 587,
  user: '',
  sender: '',
  language: 'en',
  automatic: false,
  alerts_to: '',
  quiet_hours: '',
} as const

/** Settings for a server on loopback. */
export const mailOn = { ...mailOff, host: '127.0.0.1', sender: 'resit@kedai.example' } as const

export interface Arrived {
  readonly from: string
  readonly to: string
  readonly raw: string
}

/** What the server says to an address or a message; undefined if it takes it. `hang_up`: it answers nothing. */
export type MailRule = 'hang_up' | { readonly code: number; readonly says: string } | undefined

export interface MailServer {
  readonly port: number
  /** Messages that it took. A message that it took without an answer counts. */
  readonly arrived: readonly Arrived[]
  /** How often a message was begun. */
  readonly tries: () => number
  /** For the next messages. */
  rule: { to?: () => MailRule; data?: () => MailRule | Promise<MailRule> }
  close(): Promise<void>
}

const refusal = ({ code, says }: Exclude<MailRule, 'hang_up' | undefined>) =>
  Object.assign(new Error(says), { responseCode: code })

interface MailServerOptions {
  readonly user?: string
  readonly password?: string
  readonly port?: number
}

/** A real mail server on loopback. */
export async function startMailServer({ user, password, port = 0 }: MailServerOptions = {}): Promise<MailServer> {
  const arrived: Arrived[] = []
  let tries = 0
  const smtp: Pick<MailServer, 'rule'> = { rule: {} }
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: user === undefined ? ['AUTH'] : [],
    logger: false,
    onAuth: ({ username, password: given }, _session, done) =>
      username === user && given === password ? done(null, { user: username }) : done(new Error('Wrong password')),
    onMailFrom(_address, _session, done) {
      tries += 1
      done()
    },
    onRcptTo(_address, _session, done) {
      const said = smtp.rule.to?.()
      return done(said === undefined || said === 'hang_up' ? null : refusal(said))
    },
    async onData(stream, { envelope }, done) {
      const raw = (await buffer(stream).catch(() => null))?.toString('utf8')
      // The sender died.
      if (raw === undefined) return
      const said = await smtp.rule.data?.()
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      if (said === undefined || said === 'hang_up')
        arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address).join(), raw })
      if (said === 'hang_up') for (const connection of server.connections) connection.close()
      else done(said === undefined ? null : refusal(said))
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    tries: () => tries,
    get rule() {
      return smtp.rule
    },
    set rule(rule) {
      smtp.rule = rule
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
