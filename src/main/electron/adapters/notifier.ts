import { BrowserWindow, Notification } from 'electron'
import type { Notifier } from '#services/ports.ts'

/** The system's notifications, and the progress bar of the task bar or dock. @param open brings the window to the front */
export function createNotifier(open: (href?: string) => void): Notifier {
  // One that nothing refers to is collected, and its click with it.
  const shown = new Set<Notification>()
  return {
    notify(title, body, href) {
      if (isInFront(href)) return true
      if (!Notification.isSupported()) return false
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => open(href === '' ? undefined : href))
      for (const end of ['click', 'close', 'failed'] as const)
        notification.on(end as 'close', () => void shown.delete(notification))
      notification.show()
      return true
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
