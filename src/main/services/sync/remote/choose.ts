import { offers } from '#services/api/offers.ts'
import { nativeRemote } from './native.ts'
import type { Remote } from './port.ts'
import { basicRemote, type BasicRemoteOptions } from './basicRemote.ts'

/** Makes the Remote of a template on one connection. Tests pass their own. */
export type ConnectRemote = (options: BasicRemoteOptions, signal: AbortSignal) => Promise<Remote>

/** Our own server says that it offers sync calls; any other gets the documented calls only. */
export const connectRemote: ConnectRemote = async (options, signal) =>
  (await offers(options.client, 'template-sync-1', { signal }))
    ? nativeRemote(options.client, options.folder)
    : basicRemote(options)
