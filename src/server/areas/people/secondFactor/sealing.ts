import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { derivedKey, type KeyDeps } from '#server/areas/system/info/index.ts'

export type { KeyDeps }

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM, bound to the account: base64url of IV, tag and text. Not to be called in a transaction. */
export async function sealSecret(deps: KeyDeps, accountId: number, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await derivedKey(deps, 'second factor'), iv)
  cipher.setAAD(Buffer.from(String(accountId)))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** null when it was sealed with another key, for another account, or is damaged. */
export async function openSecret(deps: KeyDeps, accountId: number, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = await derivedKey(deps, 'second factor')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(String(accountId)))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** What is stored of recovery codes. With a key that is not in the database they can't be tried through on a copy of it. */
export async function hashRecoveryCodes(
  deps: KeyDeps,
  accountId: number,
  codes: readonly string[],
): Promise<readonly string[]> {
  const key = await derivedKey(deps, 'recovery codes')
  return codes.map((code) =>
    createHmac('sha256', key)
      .update(`${accountId} ${plainCode(code)}`)
      .digest('hex'),
  )
}

/** A recovery code as it counts: however it is typed. */
export const plainCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
