import { DEFAULT_SETTINGS, type Settings } from '#shared/contract/host.ts'

/** The settings of this machine as nobody has changed them, in the light theme. */
export const aSettings = (change: Partial<Settings> = {}): Settings => ({
  ...DEFAULT_SETTINGS,
  theme: 'light',
  ...change,
})
