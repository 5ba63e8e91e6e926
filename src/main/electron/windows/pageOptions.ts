import { app, type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import { MIN_SIZE } from './state.ts'

/** Common options of all windows with a page. */
export const createPageOptions = ({
  preload,
  icon,
}: {
  preload: string
  icon: string
}): BrowserWindowConstructorOptions => ({
  minWidth: MIN_SIZE.width,
  minHeight: MIN_SIZE.height,
  title: '站匠',
  icon,
  // Shown on `ready-to-show`, to avoid a white flash.
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
    // The page chooses the checked fields, and the settings whether anything is checked (menus/install.ts).
    spellcheck: true,
    devTools: !app.isPackaged,
  },
})
