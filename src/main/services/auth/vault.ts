import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { Mutex } from '#shared/util/mutex.ts'
import type { SecretStore } from '../ports.ts'
import type { Logger } from '../types.ts'
import { memorySecrets } from './memorySecrets.ts'

/** The tokens, one per connection: in the keychain where there is one, else in memory; never on disk. */
export interface Vault {
  /** false: what is put here is gone when the program ends. */
  lasting(): Promise<boolean>
  get(connectionId: string): Promise<string | null>
  set(connectionId: string, token: string): Promise<void>
  clear(connectionId: string): Promise<void>
}

/** Stores tokens. Account names contain the data folder, because two data folders of one user share the keychain. */
export function createVault(deps: { secrets: SecretStore; dataDir: string; log: Logger }): Vault {
  const { secrets, log } = deps
  const memory = memorySecrets()
  const folder = createHash('sha256').update(resolve(deps.dataDir)).digest('hex').slice(0, 12)
  const account = (connectionId: string): string => `${connectionId}@${folder}`
  let broken = false
  const lasting = async (): Promise<boolean> => !broken && (await secrets.available())
  /** One after the other: a token that is cleared must not come back by a set that was asked for before. */
  const mutex = new Mutex()
  const attempt = <T>(work: () => Promise<T>, otherwise: T): Promise<T> => mutex.run(() => tried(work, otherwise))
  const tried = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (!(await lasting())) return otherwise
    try {
      return await work()
    } catch (error) {
      broken = true
      log.warn('keychain failed; sessions stay in memory from now on', { error })
      return otherwise
    }
  }
  return {
    lasting,
    get: async (id) => (await memory.get(account(id))) ?? attempt(() => secrets.get(account(id)), null),
    async set(id, token) {
      await memory.set(account(id), token)
      await attempt(() => secrets.set(account(id), token), undefined)
    },
    async clear(id) {
      await memory.clear(account(id))
      await attempt(() => secrets.clear(account(id)), undefined)
    },
  }
}
