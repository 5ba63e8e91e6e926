import type { SessionStatus } from '#shared/contract/host.ts'
import type { Connections } from '../connections.ts'
import type { ApiClient, Logger, Sessions, SessionTold } from '../types.ts'
import type { FactsFile, StoredFacts, SessionFacts } from './facts.ts'
import type { Vault } from './vault.ts'

export interface SessionStore extends Sessions {
  /**
   * Opens the sessions of the last run that are not open yet: facts from disk, tokens from the keychain. Resolves with the
   * facts of those whose token is gone, which nobody signed out.
   */
  restore(): Promise<StoredFacts>
  begin(connectionId: string, token: string, facts: SessionFacts): Promise<void>
  /** Changes the facts of a running session; nothing happens without one. */
  amend(connectionId: string, change: Partial<SessionFacts>): Promise<void>
  facts(connectionId: string): SessionFacts | null
  end(connectionId: string): Promise<void>
  /** Resolves when nothing of an expired session is left in the keychain or on disk. */
  cleared(): Promise<unknown>
  /** What the page may know of the current connection's session. */
  status(): Promise<SessionStatus>
}

interface Live {
  facts: SessionFacts
  client: ApiClient
  /** What the server said of the grants last; null: it has not yet, and the facts are from this moment. */
  grants: string | null
}

/** The sessions of all connections. Tokens are handed only to the API clients and the vault. */
export function createSessions(deps: {
  connections: Connections
  vault: Vault
  file: FactsFile
  clientOf: (connectionId: string, token: string, told: SessionTold) => ApiClient
  /** The server says that the grants of a session are others than those that are held here. */
  onGrants: (connectionId: string) => void
  onStatus: (status: SessionStatus) => void
  log: Logger
}): SessionStore {
  const { connections, vault, file } = deps
  const live = new Map<string, Live>()
  const expired = new Set<string>()
  /** Connections whose facts are on disk while the keychain answers that it has no token. */
  const lost = new Set<string>()
  const listeners = new Set<() => void>()
  let clearing: Promise<unknown> = Promise.resolve()

  const status = async (): Promise<SessionStatus> => {
    const { current } = connections.list()
    const facts = live.get(current)?.facts
    const connection = connections.find(current)
    const state = !connection ? 'none' : facts ? 'signed-in' : expired.has(current) ? 'expired' : 'signed-out'
    return {
      state,
      connection,
      username: facts?.username ?? '',
      groupId: facts?.groupId ?? 0,
      currentSiteId: facts?.currentSiteId ?? 0,
      siteItemDTOList: facts?.siteItemDTOList ?? [],
      mustChangePassword: facts?.mustChangePassword ?? false,
      mustSetUpFactor: facts?.mustSetUpFactor ?? false,
      remembered: await vault.lasting(),
      isTokenLost: state === 'signed-out' && lost.has(current),
    }
  }
  const changed = async (): Promise<void> => {
    for (const listener of listeners) listener()
    deps.onStatus(await status())
  }
  /** A full disk costs the next start a sign-in, not this run its session. */
  const storeFacts = async (change: (all: StoredFacts) => StoredFacts): Promise<void> => {
    await file.update(change).catch((error: unknown) => deps.log.error('session not kept', { error }))
  }
  const open = (id: string, token: string, facts: SessionFacts, grants: Live['grants']): void => {
    // Undefined when another session of this connection has begun since.
    const currentSession = (): Live | undefined => (live.get(id)?.client === client ? live.get(id) : undefined)
    const client: ApiClient = deps.clientOf(id, token, {
      onExpired: () => currentSession() && expire(id),
      onGrants(told) {
        const session = currentSession()
        if (!session || session.grants === told) return
        const changed = session.grants !== null
        session.grants = told
        if (changed) deps.onGrants(id)
      },
    })
    live.set(id, { facts, client, grants })
  }
  const drop = async (id: string): Promise<void> => {
    live.delete(id)
    // Listeners are told before the keychain is asked, which may take seconds.
    await changed()
    await vault.clear(id)
    await storeFacts(({ [id]: _gone, ...rest }) => rest)
  }
  const expire = (id: string): void => {
    if (!live.has(id)) return
    expired.add(id)
    const dropped = drop(id).catch((error: unknown) => deps.log.error('expired session not cleared', { error }))
    clearing = Promise.all([clearing, dropped])
  }

  return {
    status,
    clientFor: (id) => live.get(id)?.client ?? null,
    nameOf: (id) => live.get(id)?.facts.username ?? '',
    facts: (id) => live.get(id)?.facts ?? null,
    currentConnectionId: () => connections.list().current || null,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async restore() {
      const withoutToken: StoredFacts = {}
      for (const [id, facts] of Object.entries(await file.read())) {
        if (!connections.find(id) || live.has(id)) continue
        const token = await vault.get(id)
        // Somebody may have signed in while the keychain was asked.
        if (live.has(id)) continue
        if (token !== null) open(id, token, facts, '')
        else {
          withoutToken[id] = facts
          if (await vault.lasting()) lost.add(id)
        }
      }
      await changed()
      return withoutToken
    },
    async begin(id, token, facts) {
      expired.delete(id)
      lost.delete(id)
      open(id, token, facts, null)
      await vault.set(id, token)
      await storeFacts((all) => ({ ...all, [id]: facts }))
      await changed()
    },
    async amend(id, change) {
      const session = live.get(id)
      if (!session) return
      session.facts = { ...session.facts, ...change }
      await storeFacts((all) => ({ ...all, [id]: session.facts }))
      await changed()
    },
    async end(id) {
      expired.delete(id)
      lost.delete(id)
      await drop(id)
    },
    expire,
    cleared: () => clearing,
  }
}
