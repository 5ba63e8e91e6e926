import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, CallOptions } from '../types.ts'

/** Errors that say nothing about the server's features. */
const NO_RESPONSE_CODES: ReadonlySet<string> = new Set([
  'no-response',
  'timeout',
  'unavailable',
  'bad-certificate',
  'cancelled',
  'unauthorized',
  'too-many',
])

/**
 * The project's own features that the server offers; none for a foreign server. Throws when the server can't be
 * queried.
 */
export async function readCapabilities(client: ApiClient, options: CallOptions): Promise<readonly string[]> {
  try {
    return (await client.call('system.capabilities', {}, options)).data.features
  } catch (error) {
    if (!(error instanceof AppError) || NO_RESPONSE_CODES.has(error.code)) throw error
    return []
  }
}

/** Whether the server offers the feature. Throws like `capabilities`. */
export const hasFeature = async (client: ApiClient, feature: string, options: CallOptions): Promise<boolean> =>
  (await readCapabilities(client, options)).includes(feature)
