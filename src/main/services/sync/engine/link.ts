import type { ApiClient, Sessions } from '#services/types.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { Remote, RemoteChanges, RemoteVersion } from '../remote/port.ts'
import type { SeenStore } from '../remote/seen.ts'
import type { FindLiveSites } from '../liveSites.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { ListedTemplate } from '../templates.ts'
import { type Identity, ofTemplate } from './identity.ts'
import type { RemoteTree } from './remoteTree.ts'
import { retryPause, pollTimes, type Timing } from './timing.ts'
import type { EngineTime } from './trigger.ts'

interface LinkDeps {
  record: WorkspaceRecord
  seen: SeenStore
  sessions: Sessions
  timing: Timing
  connect: ConnectRemote
  /** Something is to be asked of the server. */
  attend: () => void
  time: EngineTime
  liveSites: FindLiveSites
  identity: Identity
  /** Between two cycles: what a wait brings must not be compared with a half-done one. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

/** How long the sites of a template are remembered, ms. */
const SITES_FRESH = 60_000

/** A workspace's way to its template: exists while its connection is signed in. */
export interface Link {
  /** null while the connection has no session. Throws when the server can't be asked what it is. */
  remote(signal: AbortSignal): Promise<Remote | null>
  /** Waits in the background until the server has something that `remoteTree` does not know, then attends to it. */
  listen(remoteTree: RemoteTree): void
  /** A person asks for what is on the server now. */
  refresh(): void
  /** Titles of the enabled sites that use the template, at most a minute old (S41). */
  liveSites(signal: AbortSignal): Promise<readonly string[]>
  /** Where the template is now, when its folder was renamed on the server; null when that can't be told. */
  renamed(signal: AbortSignal): Promise<ListedTemplate | null>
  /** The server refused the session. */
  expire(): void
  stopListening(): void
  close(): void
}

export function createLink(deps: LinkDeps): Link {
  const { record, seen, sessions, timing, connect, attend, time, liveSites, identity } = deps
  let current: { client: ApiClient; remote: Remote } | null = null
  let listening: AbortController | null = null
  let sites: { at: number; titles: readonly string[] } | null = null
  /** Waits in a row that ended at once and for nothing, and what the last one waited for. */
  let fruitless = 0
  let heard: RemoteVersion | null = null
  const stopListening = (): void => {
    listening?.abort()
    listening = null
  }
  const listen = (remoteTree: RemoteTree): void => {
    const version = remoteTree.version()
    if (listening || !current || version === null) return
    const controller = new AbortController()
    listening = controller
    if (version !== heard) fruitless = 0
    heard = version
    const pause = fruitless === 0 ? 0 : retryPause(timing, fruitless)
    const before = time.now()
    void waitOnce(current.remote, version, { pause, time, signal: controller.signal }).then(async (changes) => {
      const known = changes !== null && (await deps.exclusive(async () => remoteTree.knows(changes)))
      // A server that does not hold the request open is asked at growing intervals.
      if (time.now() - before - pause < timing.retryFirst) fruitless += 1
      else fruitless = 0
      if (listening === controller) listening = null
      if (controller.signal.aborted) return
      if (known) listen(remoteTree)
      else attend()
    })
  }
  const unsubscribe = sessions.onChange(attend)
  return {
    async remote(signal) {
      const client = sessions.clientFor(record.connectionId)
      if (!client) {
        stopListening()
        current = null
        return null
      }
      if (current?.client !== client) {
        stopListening()
        const remote = await connect(
          {
            client,
            folder: record.folder,
            seen: seen.of(record.connectionId, record.folder),
            times: pollTimes(timing),
          },
          signal,
        )
        current = { client, remote: ofTemplate(remote, (asked) => identity.check(client, asked)) }
      }
      return current.remote
    },
    listen,
    refresh: () => current?.remote.refresh?.(),
    async liveSites(signal) {
      if (!current) return []
      const known = sites && time.now() - sites.at < SITES_FRESH
      if (!known) sites = { at: time.now(), titles: await liveSites(current.client, record.folder, signal) }
      return sites?.titles ?? []
    },
    renamed: async (signal) => (current ? identity.renamed(current.client, signal) : null),
    expire: () => sessions.expire(record.connectionId),
    stopListening,
    close() {
      stopListening()
      unsubscribe()
    },
  }
}

interface Waiting {
  pause: number
  time: EngineTime
  signal: AbortSignal
}

/** Ends quietly, with null: the cycle that follows finds out what is wrong with the server. */
async function waitOnce(
  remote: Remote,
  version: RemoteVersion,
  { pause, time, signal }: Waiting,
): Promise<RemoteChanges | null> {
  if (pause > 0) await time.sleep(pause, signal)
  if (signal.aborted) return null
  return remote.wait(version, signal).catch(() => null)
}
