import { BUNDLE } from '#shared/contract/upload.ts'
import { capabilities } from '../api/offers.ts'
import type { ApiClient } from '../types.ts'

const PATIENCE = 10_000

/** What is known of servers, asked once per session. */
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
