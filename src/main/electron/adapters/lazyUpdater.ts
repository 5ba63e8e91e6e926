import type { Outgoing } from '#services/network/outgoing.ts'
import type { Updater } from '#services/ports.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { findSourceProblem } from './noUpdates.ts'

type CreateUpdater = (source: UpdateSource, outgoing: Outgoing, kept: string) => Updater

/** Loading electron-updater takes a third of the time until the first window, and it is first used a minute later. */
const loadSystem = async (): Promise<CreateUpdater> => (await import('./systemUpdater.ts')).createSystemUpdater

/** Loads the updater at its first use. @param kept see createUpdater */
export function createLazyUpdater(
  source: UpdateSource,
  outgoing: Outgoing,
  kept: string,
  load: () => Promise<CreateUpdater> = loadSystem,
): Updater {
  let ready: Updater | null = null
  const updater = async (): Promise<Updater> => {
    const make = await load()
    return (ready ??= make(source, outgoing, kept))
  }
  return {
    unsupported: (address) => findSourceProblem(source, address),
    look: async (channel, address) => (await updater()).look(channel, address),
    download: async (onProgress) => (await updater()).download(onProgress),
    // Nothing can be installed before the first look().
    install: (options) => ready?.install(options),
  }
}
