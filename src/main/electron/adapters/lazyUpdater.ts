import type { Outgoing } from '#services/network/outgoing.ts'
import type { Updater } from '#services/ports.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { unsupportedBy } from './noUpdates.ts'

type Make = (source: UpdateSource, outgoing: Outgoing, kept: string) => Updater

/** electron-updater takes a third of the time until the first window, and is asked a minute after it. */
const loadSystem = async (): Promise<Make> => (await import('./systemUpdater.ts')).systemUpdater

/** An updater that is loaded when it is asked first. @param kept see createUpdater */
export function lazyUpdater(
  source: UpdateSource,
  outgoing: Outgoing,
  kept: string,
  load: () => Promise<Make> = loadSystem,
): Updater {
  let ready: Updater | null = null
  const updater = async (): Promise<Updater> => {
    const make = await load()
    return (ready ??= make(source, outgoing, kept))
  }
  return {
    unsupported: (address) => unsupportedBy(source, address),
    look: async (channel, address) => (await updater()).look(channel, address),
    download: async (onProgress) => (await updater()).download(onProgress),
    // Nothing is there to be installed before it was looked for.
    install: (options) => ready?.install(options),
  }
}
