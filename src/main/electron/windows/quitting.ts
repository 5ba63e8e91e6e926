import type { App, BrowserWindow } from 'electron'

/** Is a window closed because the program quits? Who keeps it from that takes the note away again. */
export function followQuit(app: App, window: BrowserWindow): { quitting: boolean } {
  const state = { quitting: false }
  const note = (): void => {
    state.quitting = true
  }
  app.on('before-quit', note)
  window.once('closed', () => app.off('before-quit', note))
  return state
}
