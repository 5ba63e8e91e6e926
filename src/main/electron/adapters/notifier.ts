import { BrowserWindow, Notification } from 'electron'
import { setTimeout as delay } from 'node:timers/promises'
import type { Notifier } from '#services/ports.ts'

/** How long the system may take to show one, ms; after that nobody is told that it was shown. */
const SHOWN_WITHIN_MS = 2000

/** The system's notifications, and the progress bar of the task bar or dock. @param open brings the window to the front */
export function createNotifier(open: (href?: string) => void): Notifier {
  // One that nothing refers to is collected, and its click with it.
  const shown = new Set<Notification>()
  return {
    async notify(title, body, href) {
      if (isInFront(href)) return true
      if (!Notification.isSupported()) return false
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => open(href === '' ? undefined : href))
      for (const end of ['click', 'close', 'failed'] as const)
        notification.on(end as 'close', () => void shown.delete(notification))
      // What the person has turned off in the system fails without an error.
      const outcome = new Promise<boolean>((resolve) => {
        notification.once('show', () => resolve(true))
        notification.once('failed' as 'close', () => resolve(false))
      })
      notification.show()
      return Promise.race([outcome, delay(SHOWN_WITHIN_MS, false, { ref: false })])
    },
    progress(value) {
      // Electron takes a negative number for "no bar".
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(value ?? -1)
    },
  }
}

/** Is that place what the person looks at, in whichever window of the program? */
function isInFront(href: string): boolean {
  const seen = BrowserWindow.getFocusedWindow()?.webContents.getURL() ?? ''
  return href !== '' && URL.canParse(href, seen) && new URL(href, seen).href === seen
}
