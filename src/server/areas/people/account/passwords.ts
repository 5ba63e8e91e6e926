import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults (19 MiB, 2 passes), in its thread pool. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/** Checks a password. Without a hash or password it works just as long and answers false. */
export async function passwordFits(stored: string | null, password: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password ?? '')
  return fits && stored !== null && password !== null
}
