import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonFile } from '../files/jsonFile.ts'
import type { Logger } from '../types.ts'

const storedSecret = z.object({ secret: z.string() })

/**
 * Ids by which servers recognise this installation at sign-in, one per connection, so that other people behind the same
 * address can't lock its user out. Derived from a secret in dataDir/device.json, which grants nothing by itself.
 */
export function createDeviceIds(dataDir: string, log: Logger): (connectionId: string) => Promise<string> {
  const file = jsonFile(join(dataDir, 'device.json'), storedSecret, { secret: '' }, log)
  let known: Promise<string> | undefined
  const secretOf = async (): Promise<string> => {
    let { secret } = await file.read()
    if (secret !== '') return secret
    secret = randomBytes(32).toString('base64url')
    // If the secret can't be stored, the id is valid for this run only.
    await file.update(() => ({ secret })).catch((error: unknown) => log.error('device name not kept', { error }))
    return secret
  }
  return async (connectionId) => {
    known ??= secretOf()
    return createHash('sha256')
      .update(`${await known} ${connectionId}`)
      .digest('base64url')
  }
}
