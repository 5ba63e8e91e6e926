import { BrowserWindow, Notification } from 'electron'
import type { Notifier } from '#services/ports.ts'

/** The system's notifications, and the progress bar of the task bar or dock. */
export function createNotifier(): Notifier {
  return {
    notify(title, body) {
      if (Notification.isSupported()) new Notification({ title, body }).show()
    },
    progress(value) {
      // Electron takes a negative number for "no bar".
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(value ?? -1)
    },
  }
}
