import type { SecretStore } from '../ports.ts'

/** Holds secrets for as long as the program runs: what there is without a keychain. Never on disk. */
export function memorySecrets(): SecretStore {
  const held = new Map<string, string>()
  return {
    available: async () => true,
    get: async (account) => held.get(account) ?? null,
    set: async (account, secret) => void held.set(account, secret),
    clear: async (account) => void held.delete(account),
  }
}
