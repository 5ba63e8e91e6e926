import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, Emit } from '../types.ts'

const ONLINE_INTERVAL_MS = 15_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 10_000
const TIMEOUT = 5000

export const OFFLINE_MESSAGE = '无法连接服务器，正在自动重试。本地编辑不受影响，恢复后会继续同步'
export const ONLINE_MESSAGE = '已恢复与服务器的连接'

interface Connectivity {
  /** Reports whether a call of the current connection reached the server. */
  reportReached(reached: boolean): void
  /** Checks the server now: at start, or after a switch of the connection. */
  check(): void
  /** The last known state, for a page that opens later; null before the first check. */
  state(): { online: boolean; message: string } | null
  close(): void
}

/**
 * Checks whether the current connection's server is reachable, at growing intervals while it is not; emits changes as
 * events.
 */
export function createConnectivity(deps: { client: () => ApiClient | null; emit: Emit }): Connectivity {
  let online: boolean | null = null
  let pause = FIRST_RETRY_MS
  let timer: NodeJS.Timeout | undefined
  let isChecking = false
  let closed = false

  const state = () => (online === null ? null : { online, message: online ? ONLINE_MESSAGE : OFFLINE_MESSAGE })
  const set = (next: boolean): void => {
    const before = online
    online = next
    if (next) pause = FIRST_RETRY_MS
    const known = state()
    if (known && before !== next && !(before === null && next)) deps.emit('connectivity.changed', known)
  }
  const schedule = (): void => {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(check, online === false ? pause : ONLINE_INTERVAL_MS)
    timer.unref()
    if (online === false) pause = Math.min(pause * 2, MAX_RETRY_MS)
  }
  const check = (): void => {
    const client = deps.client()
    if (!client || isChecking || closed) return schedule()
    isChecking = true
    const { id } = client.connection
    void isServerReachable(client).then((reached) => {
      isChecking = false
      if (closed) return
      // Another connection was chosen meanwhile: this result says nothing about it.
      if (deps.client()?.connection.id !== id) return check()
      set(reached)
      schedule()
    })
  }
  return {
    state,
    check,
    reportReached(reached) {
      if (reached) set(true)
      else if (online !== false) check()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Whether the server responds now. Any response counts, even a rejection. */
export async function isServerReachable(client: ApiClient): Promise<boolean> {
  try {
    await client.call(
      client.connection.kind === 'builtin' ? 'system.health' : 'rsa.publicKey',
      {},
      { timeoutMs: TIMEOUT },
    )
    return true
  } catch (error) {
    return error instanceof AppError && !['no-response', 'timeout', 'unavailable'].includes(error.code)
  }
}
