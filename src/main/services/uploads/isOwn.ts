import { offers } from '../api/offers.ts'
import type { ApiClient } from '../types.ts'

const PATIENCE = 10_000

/**
 * Does the client's server remember raw chunks, as ours does (upload-protocol.md P5)? Asked once per session. Throws when
 * it can't be found out.
 */
export function createIsOwn(): (client: ApiClient, signal: AbortSignal) => Promise<boolean> {
  const known = new WeakMap<ApiClient, boolean>()
  return async (client, signal) => {
    const before = known.get(client)
    if (before !== undefined) return before
    const own = await offers(client, 'chunked-upload-1', { signal, timeoutMs: PATIENCE })
    known.set(client, own)
    return own
  }
}
