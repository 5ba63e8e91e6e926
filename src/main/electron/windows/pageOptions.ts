import { app, type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import { MIN_SIZE } from './state.ts'

/** What every window of the page has, shown or not yet. */
export const pageOptions = ({ preload, icon }: { preload: string; icon: string }): BrowserWindowConstructorOptions => ({
  minWidth: MIN_SIZE.width,
  minHeight: MIN_SIZE.height,
  title: '站匠',
  icon,
  // Shown on `ready-to-show`, so that no white window flashes.
  show: false,
  backgroundColor: nativeTheme.shouldUseDarkColors ? '#1f1f1f' : '#fafafa',
  webPreferences: {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Which fields are checked is said by the page, and whether at all by the settings (spelling.ts).
    spellcheck: true,
    devTools: !app.isPackaged,
  },
})
