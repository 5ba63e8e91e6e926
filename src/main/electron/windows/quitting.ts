import { type App, autoUpdater, type BrowserWindow } from 'electron'

/** Tracks whether a window closes because the program quits. Code that prevents the quit must reset the flag. */
export function trackQuit(app: App, window: BrowserWindow): { quitting: boolean } {
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
