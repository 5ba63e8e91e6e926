import { AppError } from '#shared/errors/index.ts'
import type { ApiClient } from '#services/types.ts'
import { nativeRemote } from './native.ts'
import type { Remote } from './port.ts'
import { thinRemote, type ThinOptions } from './thin.ts'

/** Makes the Remote of a template on one connection. Tests pass their own. */
export type ConnectRemote = (options: ThinOptions, signal: AbortSignal) => Promise<Remote>

/** Our own server says that it offers sync calls; any other gets the documented calls only. */
export const connectRemote: ConnectRemote = async (options, signal) =>
  (await offersSync(options.client, signal)) ? nativeRemote(options.client, options.folder) : thinRemote(options)

const NOT_ANSWERED: readonly string[] = [
  'no-response',
  'timeout',
  'unavailable',
  'bad-certificate',
  'cancelled',
  'unauthorized',
  'too-many',
]

async function offersSync(client: ApiClient, signal: AbortSignal): Promise<boolean> {
  try {
    return (await client.call('system.capabilities', {}, { signal })).data.features.includes('template-sync-1')
  } catch (error) {
    if (!(error instanceof AppError) || NOT_ANSWERED.includes(error.code)) throw error
    return false
  }
}
