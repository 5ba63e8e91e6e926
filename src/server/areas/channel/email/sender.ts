import { hostname } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { ServerDeps } from '#server/deps.ts'
import { AppError } from '#shared/errors/index.ts'
import {
  ChannelRefusal,
  type OpenChannel,
  type Outcome,
  type OutgoingRow,
  type RecipientRow,
  type Sender,
} from '../outgoing/index.ts'
import { CHANNEL_DELETED_REASON, readSmtpAccount } from './channels.ts'
import { toAsciiAddress, loadMail } from './compose.ts'
import { parseExtra } from './extra.ts'
import { PreparedMail } from './prepare.ts'
import { SmtpFailure, SmtpSession, type SmtpAccount } from './smtp.ts'
import { isUnsubscribed, createUnsubscribeLink } from './unsubscribe.ts'

/** Parallel connections per account. */
const MAX_CONNECTIONS = 4

const findAccount = (deps: ServerDeps, { channelId, siteId }: OutgoingRow) =>
  deps.db
    .selectFrom('email_channel')
    .selectAll()
    .where('id', '=', channelId)
    // System messages (site 0) use the account chosen in the settings, whatever its site.
    .$if(siteId > 0, (found) => found.where('siteId', '=', siteId))
    .executeTakeFirst()

const createDeletedError = (): ChannelRefusal => new ChannelRefusal(CHANNEL_DELETED_REASON, true)

export const emailSender: Sender = {
  perMinute: async (deps, message) => {
    const row = await findAccount(deps, message)
    if (!row) throw createDeletedError()
    return row.perMinute
  },
  open: async (deps, message, previous) => {
    const row = await findAccount(deps, message)
    if (!row) throw createDeletedError()
    const { attachments, isMass } = parseExtra(message)
    try {
      const account = await readSmtpAccount(deps, row)
      const from = { name: row.sendName, address: row.account }
      const content = await loadMail(deps, { subject: message.title, body: message.body, attachments, from })
      const mail = await PreparedMail.create(content, { isMass, hasLinks: isMass && !!deps.publicUrl })
      const known = previous instanceof EmailChannel ? previous.releaseSessions(account) : []
      const sessions = known.length > 0 ? known : [await SmtpSession.open(account, deps.outgoing)]
      return new EmailChannel(deps, { account, mail, isMass, siteId: message.siteId, messageId: message.id }, sessions)
    } catch (error) {
      // A server that refuses pauses the message; an unreachable server is retried.
      if (error instanceof SmtpFailure) throw new ChannelRefusal(error.text, error.isFinal)
      if (error instanceof AppError) throw new ChannelRefusal(error.message, true)
      throw error
    }
  },
}

interface Job {
  account: SmtpAccount
  mail: PreparedMail
  isMass: boolean
  siteId: number
  messageId: number
}

class EmailChannel implements OpenChannel {
  readonly parallelSends = MAX_CONNECTIONS
  readonly #deps: ServerDeps
  readonly #job: Job
  #sessions: (SmtpSession | undefined)[]

  constructor(deps: ServerDeps, job: Job, sessions: readonly SmtpSession[]) {
    this.#deps = deps
    this.#job = job
    this.#sessions = [...sessions]
  }

  /** Hands over the open connections if they are signed in with the same account settings. */
  releaseSessions(account: SmtpAccount): SmtpSession[] {
    if (!isDeepStrictEqual(account, this.#job.account)) return []
    const open = this.#sessions.filter((session): session is SmtpSession => session?.isOpen === true)
    this.#sessions = this.#sessions.filter((session) => !session?.isOpen)
    return open
  }

  async send(recipient: RecipientRow, lane: number): Promise<Outcome> {
    const { account, mail, isMass, siteId, messageId } = this.#job
    try {
      if (isMass && (await isUnsubscribed(this.#deps.db, siteId, recipient.address)))
        return { is: 'skipped', message: '收件人已退订' }
      const message = await mail.encodeFor(recipient, {
        // The same ID for each attempt, so that mail programs show a duplicate only once.
        messageId: `<${messageId}.${recipient.id}@${hostname() || 'sitecraft'}>`,
        unsubscribe: isMass ? await createUnsubscribeLink(this.#deps, siteId, recipient.address) : '',
      })
      const session = await this.#session(lane)
      return { is: 'sent', message: await session.send(account.account, toAsciiAddress(recipient.address), message) }
    } catch (error) {
      if (!(error instanceof SmtpFailure)) {
        this.#deps.log.error({ err: error, recipient: recipient.id }, 'an e-mail could not be sent')
        return { is: 'later', message: '程序出错，稍后重试' }
      }
      await this.#sessions[lane]?.reset()
      return toOutcome(error)
    }
  }

  close(): void {
    for (const session of this.#sessions) session?.close()
  }

  async #session(lane: number): Promise<SmtpSession> {
    const reused = this.#sessions[lane]
    if (reused?.isOpen) return reused
    reused?.close()
    const session = await SmtpSession.open(this.#job.account, this.#deps.outgoing)
    this.#sessions[lane] = session
    return session
  }
}

/** Replies about the sign-in, which would be the same for every recipient. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538])

function toOutcome({ text, code, isFinal, isDoubtful }: SmtpFailure): Outcome {
  if (SIGN_IN_CODES.has(code)) return { is: 'hold', message: text }
  if (isDoubtful) return { is: 'doubtful', message: `${text}，可能已经送达` }
  return { is: isFinal ? 'failed' : 'later', message: text }
}
