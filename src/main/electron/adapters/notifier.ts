import { BrowserWindow, Notification } from 'electron'
import type { Notifier } from '#services/ports.ts'

function bringUp(): void {
  const window = BrowserWindow.getAllWindows()[0]
  if (window?.isMinimized()) window.restore()
  window?.show()
}

/** The system's notifications, and the progress bar of the task bar or dock. */
export function createNotifier(): Notifier {
  return {
    notify(title, body) {
      if (!Notification.isSupported()) return false
      const notification = new Notification({ title, body })
      notification.on('click', bringUp)
      notification.show()
      return true
    },
    progress(value) {
      // Electron takes a negative number for "no bar".
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(value ?? -1)
    },
  }
}
