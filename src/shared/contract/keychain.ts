import { z } from 'zod'

const keychainModule = z.enum(['keytar', '@napi-rs/keyring'])
export type KeychainModuleName = z.output<typeof keychainModule>

/** Whether the sign-in is stored in the operating system's keychain. */
export const keychainStatus = z.object({
  /** The module that accesses the keychain; '': none. */
  module: z.union([keychainModule, z.literal('')]),
  /** Why secrets are only held in memory, and the remedy; '': the keychain works. */
  problem: z.string(),
})
export type KeychainStatus = z.output<typeof keychainStatus>
