import { call } from './client.ts'

const inFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Tells through the system what happened while the user looks elsewhere; in front, the page itself has said it. The
 * desktop program shows the notification; a browser tab does when the user has allowed it.
 */
export async function tellInBackground(title: string, body: string): Promise<void> {
  if (inFront()) return
  // A notification is optional: if it can't be shown, that is no error.
  const shown = await call('app.notify', { title: title.slice(0, 300), body: body.slice(0, 1000) }).then(
    (answer) => answer.data.shown,
    () => false,
  )
  if (shown || browserNotices() !== 'granted') return
  const notification = new Notification(title, { body, tag: title })
  notification.onclick = () => window.focus()
}

/** May this browser tab show notifications? `none` where there is no such thing. */
export const browserNotices = (): NotificationPermission | 'none' =>
  'Notification' in window ? Notification.permission : 'none'
