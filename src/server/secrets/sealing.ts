import type { Sealed } from '#server/db/table.ts'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyDeps, readRsaSealingKey, type SealingKey, readSealingKeys } from './keys.ts'
import type { SecretUse } from './sealedColumns.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** What a sealed secret is bound to: its use and the id of its row. It can't be opened for another use or row. */
export interface SecretBinding {
  use: SecretUse
  owner: number
}

/**
 * Seals a secret with AES-256-GCM under the current key: the key's id, a dot, and base64url of IV, tag and text. In a
 * transaction pass its `db`: `{ ...ctx.deps, db: ctx.db }`.
 */
export async function sealSecret(deps: KeyDeps, of: SecretBinding, secret: string): Promise<Sealed> {
  const [key] = await readSealingKeys(deps)
  return sealWith(key, of, secret)
}

/** Opens a sealed secret. null: its key no longer exists, the use or owner differs, it is damaged, or it is ''. */
export async function openSecret(deps: KeyDeps, of: SecretBinding, sealed: Sealed): Promise<string | null> {
  if (sealed === '') return null
  const at = sealed.indexOf('.')
  const key =
    at < 0 ? await readRsaSealingKey(deps) : (await readSealingKeys(deps)).find(({ id }) => id === sealed.slice(0, at))
  return key ? openWith(key, of, sealed) : null
}

/** @returns the id of the key that sealed the text; '' for texts from before key ids */
export const keyIdOf = (sealed: string): string => sealed.slice(0, Math.max(0, sealed.indexOf('.')))

export function sealWith(key: SealingKey, { use, owner }: SecretBinding, secret: string): Sealed {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.derive(use), iv)
  cipher.setAAD(Buffer.from(String(owner)))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `${key.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}` as Sealed
}

/** Opens a sealed text with a key; null: another key sealed it, or it is damaged. */
export function openWith(key: SealingKey, { use, owner }: SecretBinding, sealed: string): string | null {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url')
  try {
    const iv = bytes.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key.derive(use), iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(String(owner)))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
