import type { OpenChannel, OutgoingRow } from './sender.ts'

/** What was changed of an account counts after so long at the latest, ms. */
const KEPT_MS = 60_000

interface Kept {
  messageId: number
  channel: OpenChannel
  until: number
}

/** Channels that stay open between two turns of the same message: connecting anew takes as long as a hundred messages. */
export class OpenChannels {
  readonly #kept = new Map<string, Kept>()

  /** The one that was kept for the message, with how long it may be kept again; a kept one of another message is closed. */
  async take(message: OutgoingRow, open: () => Promise<OpenChannel>): Promise<Omit<Kept, 'messageId'>> {
    const key = keyOf(message)
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    if (kept?.messageId === message.id && performance.now() < kept.until) return kept
    kept?.channel.close()
    return { channel: await open(), until: performance.now() + KEPT_MS }
  }

  keep(message: OutgoingRow, opened: Omit<Kept, 'messageId'>): void {
    this.#kept.set(keyOf(message), { messageId: message.id, ...opened })
  }

  close(): void {
    for (const { channel } of this.#kept.values()) channel.close()
    this.#kept.clear()
  }
}

const keyOf = ({ kind, channelId }: OutgoingRow): string => `${kind} ${channelId}`
