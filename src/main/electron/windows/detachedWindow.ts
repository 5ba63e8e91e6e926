import { app, BrowserWindow } from 'electron'
import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { attachContextMenu } from './contextMenu.ts'
import { ensureVisible, listWorkAreas } from './displays.ts'
import { offerReloadOnFailure } from './health.ts'
import { createPageOptions } from './pageOptions.ts'
import { fitToDisplays, MIN_SIZE } from './state.ts'
import { confirmBeforeLoss, type UnsavedWork } from './unsaved.ts'

/** Offset in px from the window that the page came from. */
const OFFSET_PX = 32

interface DetachedWindowOptions {
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
export function openDetachedWindow({ preload, icon, unsaved, path }: DetachedWindowOptions): BrowserWindow {
  const from = BrowserWindow.getFocusedWindow()
  const zoom = from?.webContents.getZoomLevel() ?? 0
  const beside = from?.getBounds()
  const wanted = beside && {
    bounds: { ...MIN_SIZE, x: beside.x + OFFSET_PX, y: beside.y + OFFSET_PX },
    maximized: false,
  }
  const { bounds } = fitToDisplays(wanted ?? null, listWorkAreas())
  const window = new BrowserWindow({ ...bounds, ...createPageOptions({ preload, icon }) })
  window.once('ready-to-show', () => window.show())
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(zoom))
  attachContextMenu(window)
  ensureVisible(window)
  confirmBeforeLoss(app, window, unsaved)
  window.once('closed', () => unsaved.clear())
  offerReloadOnFailure(window)
  // A failed load is handled in health.ts.
  window.loadURL(APP_ORIGIN + path).catch(() => undefined)
  return window
}
