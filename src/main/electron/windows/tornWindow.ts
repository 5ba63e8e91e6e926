import { app, BrowserWindow } from 'electron'
import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { offerContextMenu } from './contextMenu.ts'
import { ensureVisible, workAreas } from './displays.ts'
import { watchHealth } from './health.ts'
import { pageOptions } from './pageOptions.ts'
import { fitToDisplays, MIN_SIZE } from './state.ts'
import { askBeforeLoss, type UnsavedWork } from './unsaved.ts'

/** Offset in px from the window that the page came from. */
const BESIDE = 32

interface TornWindowOptions {
  preload: string
  icon: string
  unsaved: UnsavedWork
  /** Address of its page. */
  path: string
}

/**
 * A window for a single page that was moved out of the tabs; it closes separately and is not restored at the next
 * start.
 */
export function openTornWindow({ preload, icon, unsaved, path }: TornWindowOptions): BrowserWindow {
  const from = BrowserWindow.getFocusedWindow()
  const zoom = from?.webContents.getZoomLevel() ?? 0
  const beside = from?.getBounds()
  const wanted = beside && { bounds: { ...MIN_SIZE, x: beside.x + BESIDE, y: beside.y + BESIDE }, maximized: false }
  const { bounds } = fitToDisplays(wanted ?? null, workAreas())
  const window = new BrowserWindow({ ...bounds, ...pageOptions({ preload, icon }) })
  window.once('ready-to-show', () => window.show())
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(zoom))
  offerContextMenu(window)
  ensureVisible(window)
  askBeforeLoss(app, window, unsaved)
  window.once('closed', () => unsaved.forget())
  watchHealth(window)
  // A failed load is handled in health.ts.
  window.loadURL(APP_ORIGIN + path).catch(() => undefined)
  return window
}
