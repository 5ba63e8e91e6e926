import type { AddressInfo, Socket } from 'node:net'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { selfSigned } from './certificate.ts'

export const MAIL_USER = 'news@example.com'
export const MAIL_PASSWORD = 'right 口令'

export interface ReceivedMail {
  from: string
  to: string
  raw: string
  /** Was the connection encrypted? */
  secure: boolean
}

/** What the server says to a recipient instead of taking the message: a code and words; a drop ends the connection. */
type Refusal = { code: number; words: string; at?: 'rcpt' | 'data' } | 'drop in data' | 'drop after data'

let certificate: ReturnType<typeof selfSigned> | null = null

/** A real SMTP server on a port of its own, which asks for a sign-in and keeps what it takes. */
export async function startSmtp(security: 'ssl' | 'starttls' | 'none' = 'ssl') {
  certificate ??= selfSigned()
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert])
  const mails: ReceivedMail[] = []
  const refusals = new Map<string, (attempt: number) => Refusal | null>()
  const attempts = new Map<string, number>()
  const sockets = new Map<number, Socket>()
  const refusalOf = (address: string): Refusal | null => refusals.get(address)?.(attempts.get(address) ?? 1) ?? null
  const addressOf = (session: SMTPServerSession): string => session.envelope.rcptTo[0]?.address ?? ''
  let signIns = 0
  const server = new SMTPServer({
    secure: security === 'ssl',
    ...(security === 'none' ? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true } : {}),
    key: certificate.key,
    cert: certificate.cert,
    logger: false,
    onAuth({ username, password }, _session, done) {
      signIns += 1
      if (username === MAIL_USER && password === MAIL_PASSWORD) return done(null, { user: username })
      done(Object.assign(new Error('Error: authentication failed, system busy'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      attempts.set(address, (attempts.get(address) ?? 0) + 1)
      const refusal = refusalOf(address)
      if (refusal && typeof refusal === 'object' && refusal.at !== 'data')
        return done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
      done()
    },
    onData(stream, session, done) {
      const to = addressOf(session)
      const parts: Buffer[] = []
      const refusal = refusalOf(to)
      stream.on('data', (part: Buffer) => {
        if (refusal === 'drop in data') return void sockets.get(session.remotePort)?.destroy()
        parts.push(part)
      })
      stream.on('end', () => {
        if (refusal === 'drop in data') return
        if (refusal === 'drop after data') return void sockets.get(session.remotePort)?.destroy()
        if (refusal) return done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }))
        const { mailFrom } = session.envelope
        const raw = Buffer.concat(parts).toString()
        mails.push({ from: mailFrom ? mailFrom.address : '', to, raw, secure: session.secure })
        done(null, '250 OK queued')
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => void sockets.set(socket.remotePort ?? 0, socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    signIns: () => signIns,
    /** From now on; `decide` gets the number of the attempt at that address. */
    refuse: (address: string, decide: (attempt: number) => Refusal | null) => void refusals.set(address, decide),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type FakeSmtp = Awaited<ReturnType<typeof startSmtp>>
