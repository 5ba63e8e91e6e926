import type { OutputOf } from '#shared/contract/registry.ts'

type AppInfo = OutputOf<'app.info'>

/** What the program without Electron tells of itself, with a keychain. */
export const anAppInfo = (change: Partial<AppInfo> = {}): AppInfo => ({
  host: 'browser',
  version: '0.1.0',
  nativeDialogs: false,
  keychain: { module: 'keytar', problem: '' },
  dataDir: '/data',
  safe: false,
  ...change,
})
