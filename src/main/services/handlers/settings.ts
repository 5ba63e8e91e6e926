import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { SettingsService } from '../dataFolder/settings.ts'

export const settingsHandlers = (settings: SettingsService) =>
  ({
    'settings.get': () => settings.get(),
    'settings.set': (change) => settings.set(change),
  }) satisfies HostHandlers<'settings'>
