import { app, type BrowserWindow, powerMonitor } from 'electron'
import { setTimeout as delay } from 'node:timers/promises'
import { exitProcess } from '#services/auth/exitProcess.ts'
import type { Host } from '#services/compose.ts'

/**
 * How long everything may take to finish its work before the program ends anyway, ms. The built-in server has 10 s of it, and
 * is killed within two more.
 */
const CLOSE_MS = 14_000

/** The uploads, the sync and the built-in server finish what they do before the program ends, whoever ends it. */
export function closeWithProgram(host: Pick<Host, 'close'>): void {
  let closing: Promise<unknown> | null = null
  const close = (): Promise<unknown> =>
    (closing ??= Promise.race([host.close().catch(() => undefined), delay(CLOSE_MS, undefined, { ref: false })]))
  // A promise that is pending when the program ends is lost, so the end waits for it.
  app.once('will-quit', (event) => {
    event.preventDefault()
    void close().then(() => exitProcess(0, (code) => app.exit(code)))
  })
  // Windows doesn't ask the program to quit when the person signs out: it ends soon after this.
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
