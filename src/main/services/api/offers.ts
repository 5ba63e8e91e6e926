import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, CallOptions } from '../types.ts'

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

/** Does the client's server offer an addition of ours (`system.capabilities`)? Throws when it can't be found out. */
export async function offers(client: ApiClient, feature: string, options: CallOptions): Promise<boolean> {
  try {
    return (await client.call('system.capabilities', {}, options)).data.features.includes(feature)
  } catch (error) {
    if (!(error instanceof AppError) || NOT_ANSWERED.has(error.code)) throw error
    return false
  }
}
