import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { ServerDeps } from '#server/deps.ts'
import { decryptPassword } from '#server/areas/system/system/index.ts'
import { AppError } from '#shared/errors/index.ts'

/** argon2id with the library's defaults (19 MiB, 2 passes), in its thread pool. */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoyHash: Promise<string> | undefined

/** Verifies a password. Without a stored hash it takes the same time and returns false. */
export async function verifyPassword(stored: string | null, password: string | null): Promise<boolean> {
  decoyHash ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoyHash), password ?? '')
  return fits && stored !== null && password !== null
}

/** Without characters that look alike. */
const CHARACTER_GROUPS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!@#%*-_=+?'] as const
const GENERATED_LENGTH = 14

/** Generates a random password of mixed characters that is easy to read and type. `least` is its minimum length. */
export function generatePassword(minLength = 0): string {
  const all = CHARACTER_GROUPS.join('')
  const randomCharacter = (from: string): string => from.charAt(randomInt(from.length))
  const rest = Array.from({ length: Math.max(GENERATED_LENGTH, minLength) - CHARACTER_GROUPS.length }, () =>
    randomCharacter(all),
  )
  const chosen = [...CHARACTER_GROUPS.map(randomCharacter), ...rest]
  for (let at = chosen.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[chosen[at], chosen[other]] = [chosen[other] ?? '', chosen[at] ?? '']
  }
  return chosen.join('')
}

/**
 * Decrypts the password of a form; null for none. Some clients repeat it, encrypted or plain.
 * @throws AppError `invalid` when decryption fails or the two differ
 */
export async function decryptFormPassword(
  deps: ServerDeps,
  { password, rePassword }: { password: string; rePassword: string },
): Promise<string | null> {
  if (!password) return null
  const plain = await decryptPassword(deps, password)
  if (!plain) throw new AppError('invalid', '密码加密有误，请刷新页面后重试')
  if (rePassword && rePassword !== password && rePassword !== plain) {
    if ((await decryptPassword(deps, rePassword)) !== plain) throw new AppError('invalid', '两次输入密码不一致!')
  }
  return plain
}
