import { memorySecrets } from '#services/auth/memorySecrets.ts'
import type { SecretStore } from '#services/ports.ts'

/** A machine without a keychain. */
export const noKeychain: SecretStore = {
  available: async () => false,
  get: () => Promise.reject(new Error('no keychain')),
  set: () => Promise.reject(new Error('no keychain')),
  clear: () => Promise.reject(new Error('no keychain')),
}

/** A keychain that outlives the program, as long as the test holds it. */
export const keychain = (): SecretStore => memorySecrets()
