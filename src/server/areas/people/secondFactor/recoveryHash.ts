import { createHmac } from 'node:crypto'
import { derivedKey } from '#server/secrets/derivedKey.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'

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
const plainCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
