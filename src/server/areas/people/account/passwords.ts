import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { ServerDeps } from '#server/deps.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import { AppError } from '#shared/errors/index.ts'

/** argon2id with the library's defaults (19 MiB, 2 passes), in its thread pool. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined

/** Checks a password. Without a hash or password it works just as long and answers false. */
export async function passwordFits(stored: string | null, password: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password ?? '')
  return fits && stored !== null && password !== null
}

/** Without letters and digits that look alike. */
const LETTERS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#%*-_=+?'] as const
const GENERATED_LENGTH = 14

/** A random password with letters of either case, digits and other characters, to be read off and typed; `least` is its shortest length. */
export function generatePassword(least = 0): string {
  const all = LETTERS.join('')
  const randomCharacter = (from: string): string => from.charAt(randomInt(from.length))
  const rest = Array.from({ length: Math.max(GENERATED_LENGTH, least) - LETTERS.length }, () => randomCharacter(all))
  const chosen = [...LETTERS.map(randomCharacter), ...rest]
  for (let at = chosen.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[chosen[at], chosen[other]] = [chosen[other] ?? '', chosen[at] ?? '']
  }
  return chosen.join('')
}

/**
 * The password of a form, null for none. It comes encrypted, and some clients repeat it, encrypted or plain.
 * @throws AppError `invalid` for what can't be decrypted and for two that differ
 */
export async function givenPassword(
  deps: ServerDeps,
  { password, rePassword }: { password: string; rePassword: string },
): Promise<string | null> {
  if (!password) return null
  const plain = await decryptPassword(deps, password)
  if (!plain) throw new AppError('invalid', '密码没有正确加密，请刷新页面后重试')
  if (rePassword && rePassword !== password && rePassword !== plain) {
    if ((await decryptPassword(deps, rePassword)) !== plain) throw new AppError('invalid', '两次输入密码不一致!')
  }
  return plain
}
