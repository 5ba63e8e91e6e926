import { BUNDLE } from '#shared/contract/upload.ts'
import { capabilities } from '../api/offers.ts'
import type { ApiClient } from '../types.ts'
import type { UploadRecord } from './record.ts'
import { kindOf, parametersOf, planOf } from './target.ts'

const PATIENCE = 10_000

/** Tells servers of this project from foreign ones; asked once per session. */
export interface OwnServers {
  /**
   * Does the client's server remember raw chunks, as ours does (upload-protocol.md P5)? Throws when it can't be found out.
   */
  isOwn(client: ApiClient, signal: AbortSignal): Promise<boolean>
  /** Is it known to take small files together? */
  takesBundles(client: ApiClient): boolean
}

export function createOwnServers(): OwnServers {
  const known = new WeakMap<ApiClient, readonly string[]>()
  return {
    async isOwn(client, signal) {
      const features = known.get(client) ?? (await capabilities(client, { signal, timeoutMs: PATIENCE }))
      known.set(client, features)
      return features.includes('chunked-upload-1')
    },
    takesBundles: (client) => known.get(client)?.includes(BUNDLE.feature) ?? false,
  }
}

/** Removes a cancelled upload from our own server: its chunks, or the file if its answer was lost. */
export async function forgetOnServer(
  client: ApiClient,
  isOwn: OwnServers['isOwn'],
  record: UploadRecord,
): Promise<void> {
  const plan = planOf(record, true)
  const [first] = plan.chunks
  if (!first || !record.fileMd5 || record.attachment) return
  const signal = AbortSignal.timeout(PATIENCE)
  if (!(await isOwn(client, signal))) return
  await client.call('upload.cancel', { ...parametersOf(record, plan, first), kind: kindOf(record.target) }, { signal })
}
