import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, CallOptions } from '../types.ts'

/** Errors that say nothing about the server's features. */
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
 * The project's own features that the server offers; none for a foreign server. Throws when the server can't be
 * queried.
 */
export async function capabilities(client: ApiClient, options: CallOptions): Promise<readonly string[]> {
  try {
    return (await client.call('system.capabilities', {}, options)).data.features
  } catch (error) {
    if (!(error instanceof AppError) || NOT_ANSWERED.has(error.code)) throw error
    return []
  }
}

/** Whether the server offers the feature. Throws like `capabilities`. */
export const offers = async (client: ApiClient, feature: string, options: CallOptions): Promise<boolean> =>
  (await capabilities(client, options)).includes(feature)
