import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '../types.ts'

const PATIENCE = 10_000

/** These say nothing about what stands there. */
const NOT_ANSWERED: ReadonlySet<string> = new Set([
  'no-response',
  'timeout',
  'unavailable',
  'bad-certificate',
  'cancelled',
  'unauthorized',
  'too-many',
])

/**
 * Does the client's server remember raw chunks, as ours does (upload-protocol.md P5)? Asked once per session. Throws when
 * it can't be found out.
 */
export function createIsOwn(): (client: ApiClient, signal: AbortSignal) => Promise<boolean> {
  const known = new WeakMap<ApiClient, boolean>()
  return async (client, signal) => {
    const before = known.get(client)
    if (before !== undefined) return before
    const own = await ask(client, signal)
    known.set(client, own)
    return own
  }
}

async function ask(client: ApiClient, signal: AbortSignal): Promise<boolean> {
  try {
    return (await client.call('system.capabilities', {}, { signal, timeoutMs: PATIENCE })).data.features.includes(
      'chunked-upload-1',
    )
  } catch (error) {
    if (!(error instanceof AppError) || NOT_ANSWERED.has(error.code)) throw error
    return false
  }
}
