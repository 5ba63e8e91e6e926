import type { SecretStore } from '../ports.ts'

/** Keeps secrets in memory until the program ends; used where there is no keychain. */
export function memorySecrets(): SecretStore {
  const held = new Map<string, string>()
  return {
    available: async () => true,
    get: async (account) => held.get(account) ?? null,
    set: async (account, secret) => void held.set(account, secret),
    clear: async (account) => void held.delete(account),
  }
}
