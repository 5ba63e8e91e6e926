import { setTimeout as delay } from 'node:timers/promises'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import { AppError } from '#shared/errors/index.ts'
import { backoffMs } from '#shared/util/backoff.ts'
import { hasFeature } from '../api/capabilities.ts'
import type { ApiClient, Emit, Logger, Sessions } from '../types.ts'

/** ms. How long the server holds a waiting call, and the additional time until the call fails. */
const WAIT_MS = 25_000
const GRACE_MS = 10_000
const RETRY = { first: 1000, longest: 30_000 }

interface Deps {
  sessions: Sessions
  /** Resolves when the connection's server can be called. */
  ready: (connectionId: string) => Promise<void>
  emit: Emit
  log: Logger
}

/**
 * Receives the notices of the current connection's account at once: one waiting call for all windows of this host. Not
 * used for servers without the notices feature.
 */
export function listenForNotices(deps: Deps): NoticeListener {
  const { sessions } = deps
  let followed: { client: ApiClient; stop: AbortController } | null = null
  const followCurrentConnection = (): void => {
    const id = sessions.currentConnectionId()
    const client = id === null ? null : sessions.clientFor(id)
    if (followed?.client === client) return
    followed?.stop.abort()
    followed = id !== null && client ? { client, stop: new AbortController() } : null
    if (id !== null && followed) void waitForNotices(deps, id, followed.client, followed.stop.signal)
  }
  const off = sessions.onChange(followCurrentConnection)
  followCurrentConnection()
  return {
    checkConnection: followCurrentConnection,
    close() {
      off()
      followed?.stop.abort()
      followed = null
    },
  }
}

interface NoticeListener {
  /** Call it when the current connection may have changed. */
  checkConnection(): void
  close(): void
}

async function waitForNotices(
  { ready, emit, log }: Deps,
  id: string,
  client: ApiClient,
  signal: AbortSignal,
): Promise<void> {
  let known: { after: number; unread: number } | null = null
  let failures = 0
  const isOver = (): boolean => signal.aborted
  while (!isOver()) {
    try {
      if (!known) {
        await ready(id)
        if (!(await hasFeature(client, NOTICES_FEATURE, { signal }))) return
      }
      const input: { after: number; unread: number; timeoutMs: number } = {
        ...(known ?? { after: -1, unread: 0 }),
        timeoutMs: WAIT_MS,
      }
      const { data } = await client.call('notice.wait', input, { signal, timeoutMs: WAIT_MS + GRACE_MS })
      failures = 0
      if (isOver()) return
      const isChanged = !known || data.unread !== known.unread || data.last !== known.after
      known = { after: data.last, unread: data.unread }
      if (isChanged) emit('notices.changed', { unread: data.unread, news: data.news })
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'internal'
      if (isOver() || code === 'unauthorized') return
      // An account that must change its password first is refused until then.
      failures += 1
      if (failures === 1) log.info('notices are not heard', { connection: id, code })
      await delay(backoffMs(failures, { ...RETRY, random: Math.random() }), undefined, { signal }).catch(
        () => undefined,
      )
    }
  }
}
