import electronUpdater from 'electron-updater'
import type { Outgoing } from '#services/network/outgoing.ts'
import type { Updater } from '#services/ports.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { createUpdater } from './updater.ts'

/** Updates by electron-updater's own updater of this system. */
export const systemUpdater = (source: UpdateSource, outgoing: Outgoing): Updater =>
  createUpdater(() => electronUpdater.autoUpdater, source, outgoing)
