import { AppError } from '#shared/errors/index.ts'
import { KEYCHAIN_PROBLEM } from '#services/auth/keychainProblems.ts'
import type { SecretStore } from '#services/ports.ts'

const refuse = () => Promise.reject(new AppError('unavailable', KEYCHAIN_PROBLEM.noService))

/** A machine without a keychain. */
export const noKeychain: SecretStore = {
  connect: refuse,
  module: async () => '',
  get: refuse,
  set: refuse,
  clear: refuse,
}

/** A keychain that outlives the program, as long as the test holds it. */
export function keychain(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    connect: async () => undefined,
    module: async () => 'keytar',
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => void secrets.set(account, secret),
    clear: async (account) => void secrets.delete(account),
  }
}
