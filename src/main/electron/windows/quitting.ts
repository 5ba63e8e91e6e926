import { type App, autoUpdater, type BrowserWindow } from 'electron'

/** Is a window closed because the program quits? Who keeps it from that takes the note away again. */
export function followQuit(app: App, window: BrowserWindow): { quitting: boolean } {
  const state = { quitting: false }
  const note = (): void => {
    state.quitting = true
  }
  app.on('before-quit', note)
  // For an update macOS closes the windows first and asks the program to quit afterwards.
  autoUpdater.on('before-quit-for-update', note)
  window.once('closed', () => {
    app.off('before-quit', note)
    autoUpdater.off('before-quit-for-update', note)
  })
  return state
}
