import { join } from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS, settings, type Settings } from '#shared/contract/host.ts'
import { fieldError } from '#shared/errors/index.ts'
import { jsonFile } from '../files/jsonFile.ts'
import { MANAGED_TEXT } from '../policy/rules.ts'
import type { Emit, Logger } from '../types.ts'

/** A file of an earlier version lacks newer settings. */
const storedSettings = z.looseObject({}).transform((value) => settings.parse({ ...DEFAULT_SETTINGS, ...value }))

export interface SettingsService {
  get(): Promise<Settings>
  /** Changes the given settings, notifies every page, and returns all settings. */
  set(change: Partial<Settings>): Promise<Settings>
}

/** The user's own settings of this program, in dataDir/settings.json. */
export function createSettings(deps: {
  dataDir: string
  emit: Emit
  log: Logger
  /** The administrator's settings; they override the user's. */
  managed?: Partial<Settings>
}): SettingsService {
  const { managed = {} } = deps
  const file = jsonFile(join(deps.dataDir, 'settings.json'), storedSettings, DEFAULT_SETTINGS, deps.log)
  return {
    get: async () => ({ ...(await file.read()), ...managed }),
    async set(change) {
      const fixed = Object.keys(change).find((name) => name in managed)
      if (fixed) throw fieldError('forbidden', fixed, MANAGED_TEXT)
      const next = { ...(await file.update((current) => ({ ...current, ...change }))), ...managed }
      deps.emit('settings.changed', next)
      return next
    },
  }
}
