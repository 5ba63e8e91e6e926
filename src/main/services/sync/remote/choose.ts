import { COPY_FEATURE, SYNC_FEATURE } from '#shared/contract/templateSync.ts'
import { capabilities } from '#services/api/offers.ts'
import { feedRemote } from './feed.ts'
import { nativeRemote } from './native.ts'
import type { Remote } from './port.ts'
import { basicRemote, type BasicRemoteOptions } from './basicRemote.ts'

/** Creates the Remote of a template on one connection. Tests replace it. */
export type ConnectRemote = (options: BasicRemoteOptions, signal: AbortSignal) => Promise<Remote>

/** Sitecraft's own server announces its sync calls; any other server gets only the documented calls. */
export const connectRemote: ConnectRemote = async (options, signal) => {
  const features = await capabilities(options.client, { signal })
  if (features.includes(SYNC_FEATURE)) {
    return feedRemote(options.client, options.folder, features.includes(COPY_FEATURE))
  }
  return features.includes('template-sync-1') ? nativeRemote(options.client, options.folder) : basicRemote(options)
}
