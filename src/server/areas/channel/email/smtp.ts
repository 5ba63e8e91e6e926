import { Readable } from 'node:stream'
import { isIP } from 'node:net'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { OutgoingOptions } from '#server/deps.ts'
import { connectPublic, PRIVATE_ADDRESS } from '#server/net/publicAddresses.ts'
import type { EmailSecurity } from '#shared/contract/emailChannel.ts'

/** Timeouts for connecting, and for a server that stops responding, ms. */
const CONNECT_TIMEOUT_MS = 15_000
const IDLE_TIMEOUT_MS = 60_000
/** Bytes per write. Small writes show whether the connection broke before the whole message was sent. */
const CHUNK = 65_536

export interface SmtpAccount {
  smtp: string
  port: number
  security: EmailSecurity
  account: string
  password: string
}

/** A failure reported by an SMTP server or by the connection to it. */
export class SmtpFailure extends Error {
  /** Chinese text that includes the server's reply. */
  readonly text: string
  /** SMTP reply code; 0 for a failure without a reply. */
  readonly code: number
  /** The whole message was sent, but no reply arrived. */
  readonly isDoubtful: boolean
  constructor(words: string, code = 0, isDoubtful = false) {
    super(words)
    this.text = words
    this.code = code
    this.isDoubtful = isDoubtful
  }
  /** The server refused permanently. */
  get isFinal(): boolean {
    return this.code >= 500
  }
}

/** The server is unreachable; the reason is hidden from the caller. */
export class SmtpUnreachable extends SmtpFailure {}

/** A signed-in connection that sends one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #broken = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    // An error between two steps must not crash the process.
    connection.on('error', () => (this.#broken = true)).on('end', () => (this.#broken = true))
  }

  /** Connects and signs in. @throws SmtpFailure */
  static async open(
    account: SmtpAccount,
    outgoing: Partial<OutgoingOptions> = {},
    timeoutMs = CONNECT_TIMEOUT_MS,
  ): Promise<SmtpSession> {
    const { smtp, port, security } = account
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const started = performance.now()
    const socket = await connectPublic({ host: smtp, port }, outgoing, timeoutMs).catch((error: unknown) => {
      throw toUnreachable(account, error)
    })
    const connection = new Connection({
      host: smtp,
      port,
      connection: socket,
      ...(isIP(smtp) === 0 && { servername: smtp }),
      secure: security === 'ssl',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: IDLE_TIMEOUT_MS,
      name: 'sitecraft',
    })
    const session = new SmtpSession(connection)
    try {
      await withTimeout(
        timeoutMs - (performance.now() - started),
        session.#step('连接', (done) => connection.connect(done)),
      )
    } catch (error) {
      connection.close()
      socket.destroy()
      throw toUnreachable(account, error)
    }
    try {
      if (account.password !== '')
        await session.#step('登录', (done) => connection.login({ user: account.account, pass: account.password }, done))
    } catch (error) {
      connection.close()
      throw error
    }
    return session
  }

  get isOpen(): boolean {
    return !this.#broken
  }

  /** Sends one message to one address and returns the server's reply. @throws SmtpFailure */
  async send(from: string, to: string, message: readonly Buffer[]): Promise<string> {
    let isWhole = false
    const size = message.reduce((sum, piece) => sum + piece.length, 0)
    const body = toStream(size > CHUNK ? message : [Buffer.concat(message)]).once('end', () => (isWhole = true))
    let response = ''
    await this.#step(
      '发送',
      (done) =>
        this.#connection.send({ from, to: [to], size }, body, (error, info) => {
          response = info?.response ?? ''
          done(error)
        }),
      () => isWhole,
    )
    return response
  }

  /** Resets the session after a refused message. */
  async reset(): Promise<void> {
    await this.#step('重置', (done) => this.#connection.reset(done)).catch(() => (this.#broken = true))
  }

  close(): void {
    if (this.#broken) this.#connection.close()
    else this.#connection.quit()
    this.#broken = true
  }

  /** Runs one step; a lost connection ends the step with a failure. */
  #step(
    what: string,
    run: (done: (error?: Error | null) => void) => void,
    isWhole: () => boolean = () => false,
  ): Promise<void> {
    const connection = this.#connection
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(new SmtpFailure('与邮件服务器的连接已断开'))
      const settle = (error: Error | null | undefined): void => {
        connection.off('error', onError)
        connection.off('end', ended)
        if (!error) return resolve()
        const failure = toSmtpFailure(what, error, isWhole())
        if (failure.code === 0 || failure.code === 421) this.#broken = true
        reject(failure)
      }
      const onError = (error: Error): void => settle(error)
      const ended = (): void => settle(new Error('Connection closed'))
      connection.once('error', onError)
      connection.once('end', ended)
      run((error) => settle(error))
    })
  }
}

function toStream(pieces: readonly Buffer[]): Readable {
  const chunks = splitIntoChunks(pieces)
  return new Readable({
    read() {
      const next = chunks.next()
      this.push(next.done ? null : next.value)
    },
  })
}

function* splitIntoChunks(pieces: readonly Buffer[]): Generator<Buffer, undefined> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at += CHUNK) yield piece.subarray(at, at + CHUNK)
}

/**
 * Describes why no session could be opened. The text does not reveal what answers at the address: mail settings must
 * not serve to scan a network.
 */
function toUnreachable({ smtp, port }: SmtpAccount, error: unknown): SmtpFailure {
  if (error instanceof Error && 'code' in error && error.code === PRIVATE_ADDRESS)
    return new SmtpFailure(
      `${smtp} 属于内部网络，不允许连接；单位内部的邮件服务器，请管理员在服务器设置 SITECRAFT_OUTGOING_ALLOW 中写上它的 IP`,
    )
  if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN'))
    return new SmtpFailure(`找不到 ${smtp}，请检查SMTP服务器`)
  const code = error instanceof SmtpFailure ? error.code : 0
  return new SmtpUnreachable(`无法连接 ${smtp}:${port}，请检查SMTP服务器、端口和加密方式`, code)
}

/** Limits the time of a step, including the TLS handshake, for which the library has no timeout. */
async function withTimeout(ms: number, step: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const onEnd = new Promise<never>((_done, fail) => {
    late = setTimeout(() => fail(new SmtpFailure('服务器没有响应')), Math.max(0, ms))
  })
  await Promise.race([step, onEnd]).finally(() => clearTimeout(late))
}

const REASONS: Readonly<Record<string, string>> = {
  ETIMEDOUT: '服务器没有响应',
  ESOCKET: '连接失败，请检查端口和加密方式是否相符',
  ETLS: '无法建立加密连接，请检查端口和加密方式是否相符',
  ECONNECTION: '连接已断开',
}

function toSmtpFailure(what: string, error: Error, isWhole: boolean): SmtpFailure {
  const {
    code = '',
    responseCode = 0,
    response = '',
  } = error as {
    code?: string
    responseCode?: number
    response?: string
  }
  if (responseCode > 0) return new SmtpFailure(`${what}被拒绝：${response.trim().slice(0, 500)}`, responseCode)
  const message = error.message.slice(0, 300)
  // The library replaces the system's error code with its own; the text still contains the system's code.
  const system = Object.keys(REASONS).find((name) => message.includes(name)) ?? ''
  const reason = REASONS[system] ?? REASONS[code] ?? ''
  return new SmtpFailure(`${what}失败：${reason ? `${reason}（${message}）` : message}`, 0, isWhole)
}
