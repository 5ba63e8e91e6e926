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
import { CHANNEL_GONE, smtpAccountOf } from './channels.ts'
import { asciiAddress, readMail } from './compose.ts'
import { extraOf } from './extra.ts'
import { PreparedMail } from './prepare.ts'
import { SmtpFailure, SmtpSession, type SmtpAccount } from './smtp.ts'
import { isUnsubscribed, unsubscribeLink } from './unsubscribe.ts'

/** Parallel connections per account. */
const LANES = 4

const accountOf = (deps: ServerDeps, { channelId, siteId }: OutgoingRow) =>
  deps.db
    .selectFrom('email_channel')
    .selectAll()
    .where('id', '=', channelId)
    // System messages (site 0) use the account chosen in the settings, whatever its site.
    .$if(siteId > 0, (found) => found.where('siteId', '=', siteId))
    .executeTakeFirst()

const gone = (): ChannelRefusal => new ChannelRefusal(CHANNEL_GONE, true)

export const emailSender: Sender = {
  perMinute: async (deps, message) => {
    const row = await accountOf(deps, message)
    if (!row) throw gone()
    return row.perMinute
  },
  open: async (deps, message, former) => {
    const row = await accountOf(deps, message)
    if (!row) throw gone()
    const { attachments, isMass } = extraOf(message)
    try {
      const account = await smtpAccountOf(deps, row)
      const from = { name: row.sendName, address: row.account }
      const content = await readMail(deps, { subject: message.title, body: message.body, attachments, from })
      const mail = await PreparedMail.of(content, { isMass, hasLinks: isMass && !!deps.publicUrl })
      const known = former instanceof EmailChannel ? former.handOver(account) : []
      const sessions = known.length > 0 ? known : [await SmtpSession.open(account, deps.outgoing)]
      return new EmailChannel(deps, { account, mail, isMass, siteId: message.siteId, messageId: message.id }, sessions)
    } catch (error) {
      // A server that refuses pauses the message; an unreachable server is retried.
      if (error instanceof SmtpFailure) throw new ChannelRefusal(error.words, error.isFinal)
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
  readonly lanes = LANES
  readonly #deps: ServerDeps
  readonly #job: Job
  #sessions: (SmtpSession | undefined)[]

  constructor(deps: ServerDeps, job: Job, sessions: readonly SmtpSession[]) {
    this.#deps = deps
    this.#job = job
    this.#sessions = [...sessions]
  }

  /** Hands over the open connections if they are signed in with the same account settings. */
  handOver(account: SmtpAccount): SmtpSession[] {
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
      const message = await mail.for(recipient, {
        // The same ID for each attempt, so that mail programs show a duplicate only once.
        messageId: `<${messageId}.${recipient.id}@${hostname() || 'sitecraft'}>`,
        unsubscribe: isMass ? await unsubscribeLink(this.#deps, siteId, recipient.address) : '',
      })
      const session = await this.#session(lane)
      return { is: 'sent', message: await session.send(account.account, asciiAddress(recipient.address), message) }
    } catch (error) {
      if (!(error instanceof SmtpFailure)) {
        this.#deps.log.error({ err: error, recipient: recipient.id }, 'an e-mail could not be sent')
        return { is: 'later', message: '程序出错，稍后重试' }
      }
      await this.#sessions[lane]?.reset()
      return outcomeOf(error)
    }
  }

  close(): void {
    for (const session of this.#sessions) session?.close()
  }

  async #session(lane: number): Promise<SmtpSession> {
    const known = this.#sessions[lane]
    if (known?.isOpen) return known
    known?.close()
    const session = await SmtpSession.open(this.#job.account, this.#deps.outgoing)
    this.#sessions[lane] = session
    return session
  }
}

/** Replies about the sign-in, which would be the same for every recipient. */
const SIGN_IN = new Set([530, 534, 535, 538])

function outcomeOf({ words, code, isFinal, isDoubtful }: SmtpFailure): Outcome {
  if (SIGN_IN.has(code)) return { is: 'hold', message: words }
  if (isDoubtful) return { is: 'doubtful', message: `${words}，可能已经送达` }
  return { is: isFinal ? 'failed' : 'later', message: words }
}
