import type { App, BrowserWindow } from 'electron'
import { followQuit } from './quitting.ts'

/** Closing the window only hides it while `wanted` says so; quitting closes it. @param onHidden told each time */
export function hideOnClose(app: App, window: BrowserWindow, wanted: () => boolean, onHidden: () => void): void {
  const quit = followQuit(app, window)
  window.on('close', (event) => {
    const isQuit = quit.quitting
    // Unsaved work may keep the program from quitting; the next closing is none.
    quit.quitting = false
    if (isQuit || !wanted()) return
    event.preventDefault()
    window.hide()
    onHidden()
  })
}
