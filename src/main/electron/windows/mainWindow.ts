import { app, BrowserWindow, type App } from 'electron'
import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { attachContextMenu } from './contextMenu.ts'
import { ensureVisible, listWorkAreas } from './displays.ts'
import { offerReloadOnFailure } from './health.ts'
import { createPageOptions } from './pageOptions.ts'
import { fitToDisplays, loadState, saveState } from './state.ts'
import { confirmBeforeLoss, type UnsavedWork } from './unsaved.ts'
import { trackQuit } from './quitting.ts'

interface MainWindowOptions {
  dataDir: string
  /** Ignores the last window position. */
  fresh: boolean
  /** Absolute path of the built preload. */
  preload: string
  /** Absolute path of the icon; macOS uses the bundle's. */
  icon: string
  unsaved: UnsavedWork
  /** See hideOnClose. */
  stays: { wanted: () => boolean; onHidden: () => void }
  /** false: stays hidden until it is requested. */
  visible: boolean
  /** Address of the first page. */
  href: string
}

/** Opens the program's window at its last position and loads the page. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { dataDir, fresh, preload, icon, unsaved, stays, visible, href } = options
  const state = fitToDisplays(fresh ? null : loadState(dataDir), listWorkAreas())
  const window = new BrowserWindow({ ...state.bounds, ...createPageOptions({ preload, icon }) })
  const fill = (): void => {
    if (state.maximized) window.maximize()
    if (state.fullScreen) window.setFullScreen(true)
  }
  const appear = (): void => {
    // Maximizing also shows a window.
    fill()
    window.show()
  }
  if (visible) window.once('ready-to-show', appear)
  else window.once('show', fill)
  ensureVisible(window)
  // A loaded page gets the last zoom level of its origin, which another window may have set.
  let loaded = false
  window.webContents.on('did-finish-load', () => {
    if (!loaded) window.webContents.setZoomLevel(state.zoom ?? 0)
    loaded = true
  })
  attachContextMenu(window)
  saveStateOnChange(window, dataDir)
  hideOnClose(app, window, stays.wanted, stays.onHidden)
  confirmBeforeLoss(app, window, unsaved)
  offerReloadOnFailure(window)
  // A failed load is handled in health.ts.
  window.loadURL(APP_ORIGIN + href).catch(() => undefined)
  return window
}

const SAVE_DELAY_MS = 500

function saveStateOnChange(window: BrowserWindow, dataDir: string): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    const zoom = window.webContents.getZoomLevel()
    saveState(dataDir, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      ...(zoom !== 0 && { zoom }),
      ...(window.isFullScreen() && { fullScreen: true }),
    })
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_DELAY_MS)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('enter-full-screen', soon)
  window.on('leave-full-screen', soon)
  window.on('close', save)
  window.once('closed', () => clearTimeout(timer))
}

/**
 * Closing the window only hides it while `wanted` returns true; quitting closes it. @param onHidden called each time
 */
function hideOnClose(app: App, window: BrowserWindow, wanted: () => boolean, onHidden: () => void): void {
  const quit = trackQuit(app, window)
  window.on('close', (event) => {
    const isQuit = quit.quitting
    // Unsaved work may prevent the quit; then the next close is not part of a quit.
    quit.quitting = false
    if (isQuit || !wanted()) return
    event.preventDefault()
    window.hide()
    onHidden()
  })
}
