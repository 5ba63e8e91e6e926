import { z } from 'zod'

const keychainModule = z.enum(['keytar', '@napi-rs/keyring'])
export type KeychainModuleName = z.output<typeof keychainModule>

/** Whether the operating system's keychain keeps the sign-in. */
export const keychainStatus = z.object({
  /** The module by which the keychain is reached; '': none. */
  module: z.union([keychainModule, z.literal('')]),
  /** Why secrets stay in memory, and the remedy; '': the keychain keeps them. */
  problem: z.string(),
})
export type KeychainStatus = z.output<typeof keychainStatus>
