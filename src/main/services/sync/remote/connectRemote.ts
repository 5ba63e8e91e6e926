import { COPY_FEATURE, SYNC_FEATURE } from '#shared/contract/templateSync.ts'
import { readCapabilities } from '#services/api/capabilities.ts'
import { createFeedRemote } from './feedRemote.ts'
import { createNativeRemote } from './nativeRemote.ts'
import type { Remote } from './remote.ts'
import { createBasicRemote, type BasicRemoteOptions } from './basicRemote.ts'

/** Creates the Remote of a template on one connection. Tests replace it. */
export type ConnectRemote = (options: BasicRemoteOptions, signal: AbortSignal) => Promise<Remote>

/** Sitecraft's own server announces its sync calls; any other server gets only the documented calls. */
export const connectRemote: ConnectRemote = async (options, signal) => {
  const features = await readCapabilities(options.client, { signal })
  if (features.includes(SYNC_FEATURE)) {
    return createFeedRemote(options.client, options.folder, features.includes(COPY_FEATURE))
  }
  return features.includes('template-sync-1')
    ? createNativeRemote(options.client, options.folder)
    : createBasicRemote(options)
}
