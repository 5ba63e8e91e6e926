import electronUpdater, { type AppUpdater } from 'electron-updater'
import type { Outgoing } from '#services/network/outgoing.ts'
import type { Updater } from '#services/ports.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { createUpdater } from './updater.ts'

/** Updates with electron-updater's updater for this system. */
export const createSystemUpdater = (source: UpdateSource, outgoing: Outgoing, kept: string): Updater =>
  createUpdater(getSystemUpdater, source, { outgoing, packagesFolder: kept })

export const getSystemUpdater = (): AppUpdater => electronUpdater.autoUpdater
