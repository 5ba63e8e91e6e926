import type { ApiClient, Sessions } from '#services/types.ts'
import type { ConnectRemote } from '../remote/connectRemote.ts'
import type { Remote, RemoteChanges, RemoteVersion } from '../remote/remote.ts'
import type { ListingCaches } from '../remote/listingCache.ts'
import type { FindLiveSites } from '../liveSites.ts'
import type { WorkspaceRecord } from '../records.ts'
import type { ListedTemplate } from '../templates.ts'
import { type TemplateIdentity, withTemplateCheck } from './templateIdentity.ts'
import type { RemoteTree } from './remoteTree.ts'
import { retryPause, pollTimes, type Timing } from './timing.ts'
import type { EngineTime } from './trigger.ts'

interface LinkDeps {
  record: WorkspaceRecord
  listingCaches: ListingCaches
  sessions: Sessions
  timing: Timing
  connect: ConnectRemote
  /** The server must be queried. */
  onServerNews: () => void
  time: EngineTime
  liveSites: FindLiveSites
  identity: TemplateIdentity
  /** Runs between two cycles, so that the result of a wait is not compared with a half-finished cycle. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}

/** ms. How long the sites of a template are cached. */
const SITES_CACHE_MS = 60_000

/** A workspace's access to its template on the server, while its connection is signed in. */
export interface ServerLink {
  /** null while the connection has no session. Throws when the server's features can't be queried. */
  connectRemote(signal: AbortSignal): Promise<Remote | null>
  /** Waits in the background until the server has a change that `remoteTree` lacks, then calls `attend`. */
  listen(remoteTree: RemoteTree): void
  /** A person requests the server's current state. */
  refresh(): void
  /** Titles of the enabled sites that use the template; cached for a minute (S41). */
  liveSites(signal: AbortSignal): Promise<readonly string[]>
  /** The template's new folder if it was renamed on the server; null when unknown. */
  findRenamed(signal: AbortSignal): Promise<ListedTemplate | null>
  /** The server rejected the session. */
  expire(): void
  stopListening(): void
  close(): void
}

export function createServerLink(deps: LinkDeps): ServerLink {
  const { record, listingCaches, sessions, timing, connect, onServerNews, time, liveSites, identity } = deps
  let current: { client: ApiClient; remote: Remote } | null = null
  let listening: AbortController | null = null
  let sites: { at: number; titles: readonly string[] } | null = null
  /** Number of consecutive waits that returned early without news, and the version they waited from. */
  let failedWaits = 0
  let waitedVersion: RemoteVersion | null = null
  const stopListening = (): void => {
    listening?.abort()
    listening = null
  }
  const listen = (remoteTree: RemoteTree): void => {
    const version = remoteTree.version()
    if (listening || !current || version === null) return
    const controller = new AbortController()
    listening = controller
    if (version !== waitedVersion) failedWaits = 0
    waitedVersion = version
    const pause = failedWaits === 0 ? 0 : retryPause(timing, failedWaits)
    const before = time.now()
    void waitForChanges(current.remote, version, { pause, time, signal: controller.signal }).then(async (changes) => {
      const known = changes !== null && (await deps.exclusive(async () => remoteTree.applyIfKnown(changes)))
      // A server that doesn't hold the request open is polled at growing intervals.
      if (time.now() - before - pause < timing.retryFirst) failedWaits += 1
      else failedWaits = 0
      if (listening === controller) listening = null
      if (controller.signal.aborted) return
      if (known) listen(remoteTree)
      else onServerNews()
    })
  }
  const unsubscribe = sessions.onChange(onServerNews)
  return {
    async connectRemote(signal) {
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
            cache: listingCaches.of(record.connectionId, record.folder),
            times: pollTimes(timing),
          },
          signal,
        )
        current = { client, remote: withTemplateCheck(remote, (asked) => identity.requireSameTemplate(client, asked)) }
      }
      return current.remote
    },
    listen,
    refresh: () => current?.remote.refresh?.(),
    async liveSites(signal) {
      if (!current) return []
      const known = sites && time.now() - sites.at < SITES_CACHE_MS
      if (!known) sites = { at: time.now(), titles: await liveSites(current.client, record.folder, signal) }
      return sites?.titles ?? []
    },
    findRenamed: async (signal) => (current ? identity.findRenamed(current.client, signal) : null),
    expire: () => sessions.expire(record.connectionId),
    stopListening,
    close() {
      stopListening()
      unsubscribe()
    },
  }
}

interface WaitOptions {
  pause: number
  time: EngineTime
  signal: AbortSignal
}

/** Errors result in null: the next cycle reports the server's problem. */
async function waitForChanges(
  remote: Remote,
  version: RemoteVersion,
  { pause, time, signal }: WaitOptions,
): Promise<RemoteChanges | null> {
  if (pause > 0) await time.sleep(pause, signal)
  if (signal.aborted) return null
  return remote.wait(version, signal).catch(() => null)
}
