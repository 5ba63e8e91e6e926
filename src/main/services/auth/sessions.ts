import type { SessionStatus } from '#shared/contract/host.ts'
import type { Connections } from '../connections/connections.ts'
import type { ApiClient, Logger, Sessions, SessionCallbacks } from '../types.ts'
import type { FactsFile, StoredFacts, SessionFacts } from './facts.ts'
import type { Vault } from './vault.ts'

export interface SessionStore extends Sessions {
  /**
   * Opens the sessions of the last run that are not open yet: facts from disk, tokens from the keychain. Resolves with
   * the facts of sessions that were not signed out but have no token.
   */
  restore(): Promise<StoredFacts>
  begin(connectionId: string, token: string, facts: SessionFacts): Promise<void>
  /** Changes the facts of an open session; does nothing without one. */
  updateFacts(connectionId: string, change: Partial<SessionFacts>): Promise<void>
  facts(connectionId: string): SessionFacts | null
  end(connectionId: string): Promise<void>
  /** Resolves when expired sessions are deleted from the keychain and the disk. */
  waitUntilCleared(): Promise<unknown>
  /** The current connection's session, as far as the page may know it. */
  status(): Promise<SessionStatus>
}

interface LiveSession {
  facts: SessionFacts
  client: ApiClient
  /**
   * The server's last digest of the grants; null before its first response, while the facts are as new as the session.
   */
  grants: string | null
}

interface SessionDeps {
  connections: Connections
  vault: Vault
  file: FactsFile
  clientOf: (connectionId: string, token: string, told: SessionCallbacks) => ApiClient
  /** Called when the server reports other grants than the stored ones. */
  onGrants: (connectionId: string) => void
  onStatus: (status: SessionStatus) => void
  log: Logger
}

/** The sessions of all connections. Only the API clients and the vault receive tokens. */
export class LiveSessions implements SessionStore {
  readonly #deps: SessionDeps
  readonly #live = new Map<string, LiveSession>()
  readonly #expired = new Set<string>()
  /** Connections whose facts are on disk although the keychain has no token for them. */
  readonly #lost = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #clearing: Promise<unknown> = Promise.resolve()

  constructor(deps: SessionDeps) {
    this.#deps = deps
  }

  async status(): Promise<SessionStatus> {
    const { connections, vault } = this.#deps
    const { current } = connections.list()
    const facts = this.#live.get(current)?.facts
    const connection = connections.find(current)
    const state = !connection ? 'none' : facts ? 'signed-in' : this.#expired.has(current) ? 'expired' : 'signed-out'
    return {
      state,
      connection,
      username: facts?.username ?? '',
      groupId: facts?.groupId ?? 0,
      currentSiteId: facts?.currentSiteId ?? 0,
      siteItemDTOList: facts?.siteItemDTOList ?? [],
      mustChangePassword: facts?.mustChangePassword ?? false,
      mustSetUpFactor: facts?.mustSetUpFactor ?? false,
      remembered: await vault.isPersistent(),
      isTokenLost: state === 'signed-out' && this.#lost.has(current),
    }
  }

  clientFor(id: string): ApiClient | null {
    return this.#live.get(id)?.client ?? null
  }

  nameOf(id: string): string {
    return this.#live.get(id)?.facts.username ?? ''
  }

  facts(id: string): SessionFacts | null {
    return this.#live.get(id)?.facts ?? null
  }

  currentConnectionId(): string | null {
    return this.#deps.connections.list().current || null
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async restore(): Promise<StoredFacts> {
    const { file, connections, vault } = this.#deps
    const withoutToken: StoredFacts = {}
    for (const [id, facts] of Object.entries(await file.read())) {
      if (!connections.find(id) || this.#live.has(id)) continue
      const token = await vault.get(id)
      // A sign-in may have happened during the keychain call.
      if (this.#live.has(id)) continue
      if (token !== null) this.#open(id, token, facts, '')
      else {
        withoutToken[id] = facts
        if (await vault.isPersistent()) this.#lost.add(id)
      }
    }
    await this.#changed()
    return withoutToken
  }

  async begin(id: string, token: string, facts: SessionFacts): Promise<void> {
    this.#expired.delete(id)
    this.#lost.delete(id)
    this.#open(id, token, facts, null)
    await this.#deps.vault.set(id, token)
    await this.#storeFacts((all) => ({ ...all, [id]: facts }))
    await this.#changed()
  }

  async updateFacts(id: string, change: Partial<SessionFacts>): Promise<void> {
    const session = this.#live.get(id)
    if (!session) return
    session.facts = { ...session.facts, ...change }
    await this.#storeFacts((all) => ({ ...all, [id]: session.facts }))
    await this.#changed()
  }

  async end(id: string): Promise<void> {
    this.#expired.delete(id)
    this.#lost.delete(id)
    await this.#drop(id)
  }

  expire(id: string): void {
    if (!this.#live.has(id)) return
    this.#expired.add(id)
    const dropped = this.#drop(id).catch((error: unknown) =>
      this.#deps.log.error('expired session not cleared', { error }),
    )
    this.#clearing = Promise.all([this.#clearing, dropped])
  }

  waitUntilCleared(): Promise<unknown> {
    return this.#clearing
  }

  #open(id: string, token: string, facts: SessionFacts, grants: LiveSession['grants']): void {
    // Undefined if another session of this connection has begun since.
    const currentSession = (): LiveSession | undefined => {
      const session = this.#live.get(id)
      return session?.client === client ? session : undefined
    }
    const client: ApiClient = this.#deps.clientOf(id, token, {
      onExpired: () => currentSession() && this.expire(id),
      onGrants: (told) => {
        const session = currentSession()
        if (!session || session.grants === told) return
        const isChange = session.grants !== null
        session.grants = told
        if (isChange) this.#deps.onGrants(id)
      },
    })
    this.#live.set(id, { facts, client, grants })
  }

  async #drop(id: string): Promise<void> {
    this.#live.delete(id)
    // Listeners are notified before the keychain call, which may take seconds.
    await this.#changed()
    await this.#deps.vault.clear(id)
    await this.#storeFacts(({ [id]: _gone, ...rest }) => rest)
  }

  /** With a full disk this session continues, but the next start needs a sign-in. */
  async #storeFacts(change: (all: StoredFacts) => StoredFacts): Promise<void> {
    const { file, log } = this.#deps
    await file.update(change).catch((error: unknown) => log.error('session not kept', { error }))
  }

  async #changed(): Promise<void> {
    for (const listener of this.#listeners) listener()
    this.#deps.onStatus(await this.status())
  }
}
