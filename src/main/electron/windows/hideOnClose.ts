import type { App, BrowserWindow } from 'electron'

/** Closing the window only hides it while `wanted` says so; quitting closes it. @param onHidden told each time */
export function hideOnClose(app: App, window: BrowserWindow, wanted: () => boolean, onHidden: () => void): void {
  let quitting = false
  const noteQuit = (): void => {
    quitting = true
  }
  app.on('before-quit', noteQuit)
  window.once('closed', () => app.off('before-quit', noteQuit))
  window.on('close', (event) => {
    const isQuit = quitting
    // Unsaved work may keep the program from quitting; the next closing is none.
    quitting = false
    if (isQuit || !wanted()) return
    event.preventDefault()
    window.hide()
    onHidden()
  })
}
