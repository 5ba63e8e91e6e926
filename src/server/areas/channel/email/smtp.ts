import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { EmailSecurity } from '#shared/contract/emailChannel.ts'

/** ms until a server that says nothing counts as gone. */
const CONNECT_MS = 15_000
const GREETING_MS = 15_000
const SILENCE_MS = 60_000
/** Bytes that are handed on at a time, so that a message that broke off is known from one that had gone out whole. */
const CHUNK = 65_536

export interface SmtpAccount {
  smtp: string
  port: number
  security: EmailSecurity
  account: string
  password: string
}

/** What an SMTP server or the way to it refused. */
export class SmtpFailure extends Error {
  /** In Chinese, with the server's own words. */
  readonly words: string
  /** The server's code; 0: it gave none. */
  readonly code: number
  /** All of the message had gone out, and no answer came. */
  readonly isDoubtful: boolean
  constructor(words: string, code = 0, isDoubtful = false) {
    super(words)
    this.words = words
    this.code = code
    this.isDoubtful = isDoubtful
  }
  /** Refused for good, by an answer of the server. */
  get isFinal(): boolean {
    return this.code >= 500
  }
}

/** A connection that is signed in; one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  #broken = false

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    // Also of what comes after a step: it must not end the process.
    connection.on('error', () => (this.#broken = true)).on('end', () => (this.#broken = true))
  }

  /** Connects and signs in. @throws SmtpFailure */
  static async open(account: SmtpAccount): Promise<SmtpSession> {
    const { smtp, port, security } = account
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
      host: smtp,
      port,
      secure: security === 'ssl',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      connectionTimeout: CONNECT_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: SILENCE_MS,
      name: 'sitecraft',
    })
    const session = new SmtpSession(connection)
    await session.#step(`连接 ${smtp}:${port} `, (done) => connection.connect(done))
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

  /** Sends one message to one address; answers the server's words. @throws SmtpFailure */
  async send(from: string, to: string, message: readonly Buffer[]): Promise<string> {
    let isWhole = false
    const size = message.reduce((sum, piece) => sum + piece.length, 0)
    const body = streamOf(size > CHUNK ? message : [Buffer.concat(message)]).once('end', () => (isWhole = true))
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

  /** Makes ready for the next message after one that was refused. */
  async reset(): Promise<void> {
    await this.#step('重置', (done) => this.#connection.reset(done)).catch(() => (this.#broken = true))
  }

  close(): void {
    if (this.#broken) this.#connection.close()
    else this.#connection.quit()
    this.#broken = true
  }

  /** Runs one step, whose end the connection's may be. */
  #step(
    what: string,
    run: (done: (error?: Error | null) => void) => void,
    isWhole: () => boolean = () => false,
  ): Promise<void> {
    const connection = this.#connection
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(new SmtpFailure('与邮件服务器的连接已断开'))
      const settle = (error: Error | null | undefined): void => {
        connection.off('error', lost)
        connection.off('end', ended)
        if (!error) return resolve()
        const failure = failureOf(what, error, isWhole())
        if (failure.code === 0 || failure.code === 421) this.#broken = true
        reject(failure)
      }
      const lost = (error: Error): void => settle(error)
      const ended = (): void => settle(new Error('Connection closed'))
      connection.once('error', lost)
      connection.once('end', ended)
      run((error) => settle(error))
    })
  }
}

function streamOf(pieces: readonly Buffer[]): Readable {
  const chunks = chunksOf(pieces)
  return new Readable({
    read() {
      const next = chunks.next()
      this.push(next.done ? null : next.value)
    },
  })
}

function* chunksOf(pieces: readonly Buffer[]): Generator<Buffer, undefined> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at += CHUNK) yield piece.subarray(at, at + CHUNK)
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: '服务器拒绝连接，请检查地址和端口',
  ENOTFOUND: '找不到这个地址，请检查SMTP服务器',
  EAI_AGAIN: '找不到这个地址，请检查SMTP服务器和网络',
  EDNS: '找不到这个地址，请检查SMTP服务器',
  ETIMEDOUT: '服务器没有回应，请检查地址、端口和加密方式',
  ESOCKET: '连接失败，请检查端口和加密方式是否相符',
  ETLS: '不能建立加密连接，请检查端口和加密方式是否相符',
  ECONNECTION: '连接已断开',
}

function failureOf(what: string, error: Error, isWhole: boolean): SmtpFailure {
  const {
    code = '',
    responseCode = 0,
    response = '',
  } = error as {
    code?: string
    responseCode?: number
    response?: string
  }
  const hint = what.startsWith('连接') ? '，请检查端口和加密方式是否相符' : ''
  if (responseCode > 0) return new SmtpFailure(`${what}被拒绝：${response.trim().slice(0, 500)}${hint}`, responseCode)
  const said = error.message.slice(0, 300)
  // The library puts its own code in the place of the system's, which stands in the text.
  const system = Object.keys(REASONS).find((name) => said.includes(name)) ?? ''
  const reason = REASONS[system] ?? REASONS[code] ?? ''
  return new SmtpFailure(`${what}失败：${reason ? `${reason}（${said}）` : said}`, 0, isWhole)
}
