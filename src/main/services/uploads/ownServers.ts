import { BUNDLE } from '#shared/contract/upload.ts'
import { readCapabilities } from '../api/capabilities.ts'
import type { ApiClient } from '../types.ts'
import type { UploadRecord } from './record.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

const TIMEOUT_MS = 10_000

/** Distinguishes servers of this project from others; queried once per session. */
export interface OwnServers {
  /** Whether the client's server stores raw chunks (upload-protocol.md P5). Throws when that can't be determined. */
  isOwn(client: ApiClient, signal: AbortSignal): Promise<boolean>
  /** Whether the server is known to accept bundles of small files. */
  acceptsBundles(client: ApiClient): boolean
}

export function createOwnServers(): OwnServers {
  const known = new WeakMap<ApiClient, readonly string[]>()
  return {
    async isOwn(client, signal) {
      const features = known.get(client) ?? (await readCapabilities(client, { signal, timeoutMs: TIMEOUT_MS }))
      known.set(client, features)
      return features.includes('chunked-upload-1')
    },
    acceptsBundles: (client) => known.get(client)?.includes(BUNDLE.feature) ?? false,
  }
}

/** Deletes a cancelled upload from our own server: its chunks, or the file if the response was lost. */
export async function deleteFromServer(
  client: ApiClient,
  isOwn: OwnServers['isOwn'],
  record: UploadRecord,
): Promise<void> {
  const plan = planOf(record, true)
  const [first] = plan.chunks
  if (!first || !record.fileMd5 || record.attachment) return
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  if (!(await isOwn(client, signal))) return
  await client.call('upload.cancel', { ...parametersOf(record, plan, first), kind: kindOf(record.target) }, { signal })
}
