import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { watchHealth } from './health.ts'
import { hideOnClose } from './hideOnClose.ts'
import { fitToDisplays, loadState, MIN_SIZE, saveState } from './state.ts'
import { askBeforeLoss, type UnsavedWork } from './unsaved.ts'

export interface MainWindowOptions {
  dataDir: string
  /** Not where it stood last. */
  fresh: boolean
  /** Absolute path of the built preload. */
  preload: string
  /** Absolute path of the icon; macOS takes the bundle's. */
  icon: string
  unsaved: UnsavedWork
  /** See hideOnClose. */
  stays: { wanted: () => boolean; onHidden: () => void }
  /** false: it stays hidden until it is asked for. */
  visible: boolean
  /** Address of the page to begin with. */
  href: string
}

/** Opens the program's window where it stood last and loads the page. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { dataDir, fresh, preload, icon, unsaved, stays, visible, href } = options
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const state = fitToDisplays(fresh ? null : loadState(dataDir), [
    primary.workArea,
    ...others.map((display) => display.workArea),
  ])
  const window = new BrowserWindow({
    ...state.bounds,
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
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  const appear = (): void => {
    // Maximising shows a window, too.
    if (state.maximized) window.maximize()
    window.show()
  }
  if (visible) window.once('ready-to-show', appear)
  else if (state.maximized) window.once('show', () => window.maximize())
  keepState(window, dataDir)
  hideOnClose(app, window, stays.wanted, stays.onHidden)
  askBeforeLoss(app, window, unsaved)
  watchHealth(window)
  // A failed load is told by did-fail-load (health.ts).
  window.loadURL(APP_ORIGIN + href).catch(() => undefined)
  return window
}

const SETTLED_MS = 500

function keepState(window: BrowserWindow, dataDir: string): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    saveState(dataDir, { bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, SETTLED_MS)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', save)
  window.once('closed', () => clearTimeout(timer))
}
