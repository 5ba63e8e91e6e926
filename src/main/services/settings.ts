import { join } from 'node:path'
import { z } from 'zod'
import { settings, type Settings } from '#shared/contract/host.ts'
import { jsonFile } from './files/jsonFile.ts'
import type { Emit, Logger } from './types.ts'

const DEFAULTS: Settings = {
  theme: 'system',
  editorFontSize: 16,
  sidebarCollapsed: false,
  uploadLimitKbps: 0,
  updateMode: 'auto',
  updateChannel: 'latest',
  libraryView: 'grid',
  wideForms: [],
  homeCards: [],
}

/** A file of an older version lacks what came later. */
const storedSettings = z.looseObject({}).transform((value) => settings.parse({ ...DEFAULTS, ...value }))

export interface SettingsService {
  get(): Promise<Settings>
  /** Changes the given ones, tells every page, and answers all. */
  set(change: Partial<Settings>): Promise<Settings>
}

/** The user's own settings of this program, in dataDir/settings.json. */
export function createSettings(deps: { dataDir: string; emit: Emit; log: Logger }): SettingsService {
  const file = jsonFile(join(deps.dataDir, 'settings.json'), storedSettings, DEFAULTS, deps.log)
  return {
    get: () => file.read(),
    async set(change) {
      const next = await file.update((current) => ({ ...current, ...change }))
      deps.emit('settings.changed', next)
      return next
    },
  }
}
