import type { SessionStore } from '../auth/sessions.ts'
import type { ApiClient } from '../types.ts'
import { delayAfterFailures } from './core/decide.ts'
import type { UploadEvent } from './core/state.ts'
import type { Task } from './queue.ts'
import type { UploadRecord } from './record.ts'

const DISCONNECTED = '该上传所属的连接已被删除，请取消该上传，然后在其他连接中重新上传'
export const UNREACHABLE = '无法连接服务器，恢复后会自动继续上传'

type UploadOwner = Pick<UploadRecord, 'connectionId' | 'username'>

/**
 * Decides which account's uploads may run and provides their client; an upload belongs to one account of one
 * connection.
 */
export interface Accounts {
  /** Whether the upload's connection still exists. */
  hasConnection(record: UploadOwner): boolean
  /** The client of the upload's account; null while that account is not signed in. */
  clientOf(record: UploadOwner): ApiClient | null
  /** Whether the signed-in account may see and change the upload. Uploads of other accounts wait hidden. */
  isVisible(record: UploadOwner): boolean
  /** Resolves when the connection's server can be called. */
  ready(record: UploadOwner): Promise<void>
}

interface AccountDeps {
  sessions: SessionStore
  /** Whether the connection exists. */
  hasConnection(connectionId: string): boolean
  /** Resolves when the connection's server can be called. */
  ready(connectionId: string): Promise<void>
}

/** Uses the sessions of this program. */
export function createAccounts({ sessions, hasConnection, ready }: AccountDeps): Accounts {
  return {
    hasConnection: ({ connectionId }) => hasConnection(connectionId),
    clientOf: ({ connectionId, username }) =>
      sessions.facts(connectionId)?.username === username ? sessions.clientFor(connectionId) : null,
    isVisible({ connectionId, username }) {
      const who = sessions.facts(connectionId)?.username
      return who === undefined || who === username
    },
    ready: ({ connectionId }) => ready(connectionId),
  }
}

interface Gate {
  failures: number
  /** Epoch ms. */
  until: number
  /** The upload that currently tests the server. */
  probe: string | null
}

/**
 * One circuit breaker per connection: while its server is unreachable its uploads wait, and one of them probes at
 * intervals.
 */
export class CircuitBreakers {
  readonly #gates = new Map<string, Gate>()

  close(connectionId: string, now: number): void {
    const before = this.#gates.get(connectionId)
    // Uploads that fail together count as one failure: the breaker is already closed and no probe runs.
    if (before && before.probe === null && before.until > now) return
    const failures = (before?.failures ?? 0) + 1
    this.#gates.set(connectionId, { failures, until: now + delayAfterFailures(failures, Math.random()), probe: null })
  }

  /** Returns whether the breaker was closed. */
  open(connectionId: string): boolean {
    return this.#gates.delete(connectionId)
  }

  openAll(): void {
    this.#gates.clear()
  }

  /**
   * When an upload may start: 0 for now (as the probe if the breaker is closed), else an epoch time, or Infinity until
   * the probe ends.
   */
  admitAt(connectionId: string, id: string, now: number): number {
    const gate = this.#gates.get(connectionId)
    if (!gate) return 0
    if (gate.probe !== null) return Infinity
    if (gate.until > now) return gate.until
    gate.probe = id
    return 0
  }

  /** Called when the upload stops; if it was the probe, the next upload may probe. */
  release(connectionId: string, id: string): void {
    const gate = this.#gates.get(connectionId)
    if (gate?.probe === id) gate.probe = null
  }
}

interface Obstacle {
  /** The event for the upload meanwhile; null: none. */
  event: UploadEvent | null
  /** Epoch ms of the next check; Infinity: when something changes. */
  due: number
}

/** Returns the client to run the upload with, or the reason why it can't start now. */
export function admitUpload(
  { record, notBefore }: Task,
  accounts: Pick<Accounts, 'hasConnection' | 'clientOf'>,
  gates: CircuitBreakers,
): Obstacle | ApiClient {
  if (!accounts.hasConnection(record))
    return { event: { type: 'fail', message: DISCONNECTED, retry: false }, due: Infinity }
  const client = accounts.clientOf(record)
  if (!client) {
    const message = `等待“${record.username}”登录，登录后自动继续上传`
    return { event: { type: 'hold', reason: 'signed-out', message }, due: Infinity }
  }
  if (notBefore > Date.now()) return { event: null, due: notBefore }
  const due = gates.admitAt(record.connectionId, record.id, Date.now())
  if (due === 0) return client
  return { event: { type: 'hold', reason: 'unreachable', message: UNREACHABLE }, due }
}
