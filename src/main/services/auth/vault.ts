import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { KeychainStatus } from '#shared/contract/keychain.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { SecretStore } from '../ports.ts'
import type { Logger } from '../types.ts'
import { KEYCHAIN_PROBLEM } from './keychainProblems.ts'

/** Stores the tokens, one per connection: in the keychain if available, otherwise in memory; never on disk. */
export interface Vault {
  /** false: stored values are lost when the program ends. */
  isPersistent(): Promise<boolean>
  status(): Promise<KeychainStatus>
  get(connectionId: string): Promise<string | null>
  set(connectionId: string, token: string): Promise<void>
  clear(connectionId: string): Promise<void>
  /** Tries a failed keychain again, and saves the values that waited in memory. */
  retry(): Promise<KeychainStatus>
  /** Adds a listener for each recovery of a failed keychain. */
  onRecovered(listener: () => Promise<unknown>): void
}

/** ms. Timeout for callers of the keychain, which may show an unlock dialog; the operation itself continues. */
const TIMEOUT_MS = 4000
/** ms until a keychain that did not respond is tried again; doubles with each failure. */
const FIRST_RETRY = 10_000
const LAST_RETRY = 300_000

interface VaultDeps {
  secrets: SecretStore
  dataDir: string
  log: Logger
  /** For tests. */
  timeoutMs?: number
  firstRetry?: number
}

/** Tracks whether the keychain works, and what is wrong while it does not. */
class Keychain {
  readonly #deps: VaultDeps
  readonly #retry: () => Promise<unknown>
  /** Runs one operation at a time until it has really ended: a late write must not undo a later one. */
  readonly #queue = new Mutex()
  #isConnected = false
  #retryDelay: number
  #retrying: NodeJS.Timeout | undefined
  /** Why secrets stay in memory, in Chinese; '' while the keychain works. */
  problem = ''

  constructor(deps: VaultDeps, retry: () => Promise<unknown>) {
    this.#deps = deps
    this.#retry = retry
    this.#retryDelay = deps.firstRetry ?? FIRST_RETRY
  }

  /** Connects, so that a problem is detected. */
  async connect(): Promise<void> {
    if (!this.#isConnected) await this.attempt(async () => undefined, undefined)
  }

  recovered(): void {
    this.#deps.log.info('keychain works again')
    this.#retryDelay = this.#deps.firstRetry ?? FIRST_RETRY
  }

  /** Returns `fallback` when the keychain fails or does not respond in time. */
  async attempt<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    const { log, timeoutMs = TIMEOUT_MS, secrets } = this.#deps
    if (this.problem) return fallback
    const running = this.#queue.run(async () => {
      if (!this.#isConnected) await secrets.connect()
      this.#isConnected = true
      return work()
    })
    const { promise: silence, resolve: giveUp } = Promise.withResolvers<'silent'>()
    const timer = setTimeout(() => giveUp('silent'), timeoutMs)
    try {
      const answer = await Promise.race([running.then((value) => ({ value })), silence])
      if (answer !== 'silent') return answer.value
      if (!this.problem) {
        this.problem = KEYCHAIN_PROBLEM.noAnswer
        log.warn('keychain does not answer; secrets stay in memory until it does')
        running.then(
          () => this.#retry(),
          (error: unknown) => this.#fail(error),
        )
      } else running.catch(() => undefined)
    } catch (error) {
      if (!this.problem) this.#fail(error)
    } finally {
      clearTimeout(timer)
    }
    return fallback
  }

  #fail(error: unknown): void {
    this.#isConnected = false
    this.problem = error instanceof AppError ? error.message : KEYCHAIN_PROBLEM.other
    this.#deps.log.warn('keychain failed; secrets stay in memory until it works again', { error })
    if (!(error instanceof AppError) || error.code !== 'timeout') return
    clearTimeout(this.#retrying)
    this.#retrying = setTimeout(() => void this.#retry(), this.#retryDelay).unref()
    this.#retryDelay = Math.min(this.#retryDelay * 2, LAST_RETRY)
  }
}

/**
 * Stores tokens. Account names contain the data folder, because two data folders of one user share the keychain. A
 * change that the keychain does not accept stays in memory and is saved when the keychain works again.
 */
export function createVault(deps: VaultDeps): Vault {
  const { secrets, log } = deps
  const folder = createHash('sha256').update(resolve(deps.dataDir)).digest('hex').slice(0, 12)
  const accountOf = (connectionId: string): string => `${connectionId}@${folder}`
  /** Values of this run; null: cleared. */
  const memory = new Map<string, string | null>()
  /** Accounts whose in-memory value is not in the keychain yet. */
  const unsaved = new Set<string>()
  const listeners: (() => Promise<unknown>)[] = []
  const keychain = new Keychain(deps, () => retry())

  const save = async (account: string): Promise<void> => {
    const value = memory.get(account)
    if (!unsaved.has(account) || value === undefined) return
    if (value === null) await secrets.clear(account)
    else await secrets.set(account, value)
    // The value may have changed again meanwhile.
    if (memory.get(account) === value) unsaved.delete(account)
  }
  const storeValue = async (account: string, value: string | null): Promise<void> => {
    memory.set(account, value)
    unsaved.add(account)
    await keychain.attempt(() => save(account), undefined)
  }
  const status = async (): Promise<KeychainStatus> => {
    await keychain.connect()
    return { module: await secrets.module(), problem: keychain.problem }
  }
  const retry = async (): Promise<KeychainStatus> => {
    const hadFailed = keychain.problem !== ''
    keychain.problem = ''
    await keychain.attempt(async () => {
      for (const account of unsaved) await save(account)
    }, undefined)
    if (hadFailed && keychain.problem === '') {
      keychain.recovered()
      for (const listener of listeners) {
        await listener().catch((error: unknown) => log.error('not recovered with the keychain', { error }))
      }
    }
    return status()
  }
  return {
    status,
    retry,
    isPersistent: async () => (await status()).problem === '',
    async get(id) {
      const account = accountOf(id)
      if (!memory.has(account)) {
        const found = await keychain.attempt(() => secrets.get(account), null)
        if (found !== null && !memory.has(account)) memory.set(account, found)
      }
      return memory.get(account) ?? null
    },
    set: (id, token) => storeValue(accountOf(id), token),
    clear: (id) => storeValue(accountOf(id), null),
    onRecovered: (listener) => void listeners.push(listener),
  }
}
