import type { Settings } from '#shared/contract/host.ts'

/** The settings of this machine as nobody has changed them, in the light theme. */
export const aSettings = (change: Partial<Settings> = {}): Settings => ({
  theme: 'light',
  editorFontSize: 16,
  sidebarCollapsed: false,
  uploadLimitKbps: 0,
  updateMode: 'auto',
  updateChannel: 'latest',
  hostWindow: 'app',
  hostBrowser: 'auto',
  hostStays: false,
  libraryView: 'grid',
  wideForms: [],
  keepInTray: false,
  trayTold: false,
  startWithSystem: false,
  homeCards: [],
  ...change,
})
