import { randomBytes } from 'node:crypto'
import type { SecretStore } from '../ports.ts'
import { type KeychainModule, loadKeychainModules } from './keychainModules.ts'
import { KEYCHAIN_PROBLEM, keychainError } from './keychainProblems.ts'
import { AppError } from '#shared/errors/index.ts'
import { type Entries, withSplitSecrets } from './secretParts.ts'

const SERVICE = 'sitecraft'

/**
 * The operating system's keychain through keytar, or through `@napi-rs/keyring` where keytar is missing. Where both
 * load, an entry of the second one was written while keytar was missing: it is the newer one, and moves to keytar.
 * @param load replaced in tests
 */
export function createKeychain(service = SERVICE, load = loadKeychainModules): SecretStore {
  let loading: Promise<KeychainModule[]> | null = null
  const modules = (): Promise<KeychainModule[]> => (loading ??= load())
  const entriesOf = (module: KeychainModule): Entries =>
    withSplitSecrets({
      get: (account) => module.get(service, account),
      set: (account, secret) => module.set(service, account, secret),
      delete: (account) => module.delete(service, account),
    })
  const attempt = async <T>(work: (used: Entries, others: Entries[]) => Promise<T>): Promise<T> => {
    const [used, ...others] = (await modules()).map(entriesOf)
    if (!used) throw new AppError('unavailable', KEYCHAIN_PROBLEM.noModule)
    try {
      return await work(used, others)
    } catch (error) {
      throw keychainError(error)
    }
  }
  return {
    async connect() {
      // The probe writes, because keytar returns "no such entry" for a locked keychain.
      const account = `probe-${randomBytes(6).toString('hex')}`
      const back = await attempt(async (used) => {
        await used.set(account, account)
        const read = await used.get(account)
        await used.delete(account)
        return read
      })
      if (back !== account) throw new AppError('unavailable', KEYCHAIN_PROBLEM.loses)
    },
    module: async () => (await modules())[0]?.name ?? '',
    get: (account) =>
      attempt(async (used, others) => {
        for (const other of others) {
          const newer = await other.get(account)
          if (newer === null) continue
          await used.set(account, newer)
          await other.delete(account)
        }
        return used.get(account)
      }),
    set: (account, secret) =>
      attempt(async (used, others) => {
        await used.set(account, secret)
        for (const other of others) await other.delete(account)
      }),
    clear: (account) =>
      attempt(async (used, others) => {
        for (const each of [used, ...others]) await each.delete(account)
      }),
  }
}
