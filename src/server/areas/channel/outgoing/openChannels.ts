import type { OpenChannel, OutgoingRow } from './sender.ts'

/** What was changed of an account counts after so long at the latest, ms. */
const KEPT_MS = 60_000

interface Kept {
  messageId: number
  channel: OpenChannel
  until: number
}

/**
 * What a job has opened of each channel: between two turns of one message, and for the connections that the next message goes
 * over. Connecting anew takes as long as a hundred messages, and mail servers count it.
 */
export class OpenChannels {
  readonly #kept = new Map<string, Kept>()
  #isClosed = false

  /**
   * The one that was kept for the message, with how long it may be kept again; else a new one, which is given what was kept of the
   * channel for another message and takes of it what it can use.
   */
  async take(
    message: OutgoingRow,
    open: (former: OpenChannel | undefined) => Promise<OpenChannel>,
  ): Promise<Omit<Kept, 'messageId'>> {
    const key = keyOf(message)
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (kept?.messageId === message.id && performance.now() < kept.until) return kept
    try {
      return { channel: await open(kept?.channel), until: performance.now() + KEPT_MS }
    } finally {
      kept?.channel.close()
    }
  }

  keep(message: OutgoingRow, opened: Omit<Kept, 'messageId'>): void {
    // A channel whose turn outlasts the job, which another one's error has ended.
    if (this.#isClosed) opened.channel.close()
    else this.#kept.set(keyOf(message), { messageId: message.id, ...opened })
  }

  close(): void {
    this.#isClosed = true
    for (const { channel } of this.#kept.values()) channel.close()
    this.#kept.clear()
  }
}

const keyOf = ({ kind, channelId }: OutgoingRow): string => `${kind} ${channelId}`
