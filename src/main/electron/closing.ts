import { app, type BrowserWindow, powerMonitor } from 'electron'
import { setTimeout as delay } from 'node:timers/promises'
import { exitProcess } from '#services/auth/exitProcess.ts'
import type { Host } from '#services/compose.ts'

/**
 * ms. Time for all work to finish before the program exits anyway. The built-in server has 10 s of it, and is killed
 * within two more.
 */
const CLOSE_TIMEOUT_MS = 14_000

/** Lets the uploads, the sync and the built-in server finish their work before the program exits, whoever ends it. */
export function closeWithProgram(host: Pick<Host, 'close'>): void {
  let closing: Promise<unknown> | null = null
  const close = (): Promise<unknown> =>
    (closing ??= Promise.race([
      host.close().catch(() => undefined),
      delay(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
    ]))
  // A pending promise would be lost at exit, so the exit is delayed.
  app.once('will-quit', (event) => {
    event.preventDefault()
    void close().then(() => exitProcess(0, (code) => app.exit(code)))
  })
  // At a sign-out Windows doesn't ask the program to quit, but ends it soon after this event.
  app.on('browser-window-created', (_event, window: BrowserWindow) => {
    if (process.platform === 'win32') window.on('session-end', () => void close())
  })
  if (process.platform === 'win32') return
  // Without this the system would not wait.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    app.quit()
  })
}
