import { createEmitter } from '#shared/util/observable.ts'
import { call } from './client.ts'

/** Emitted with the address of a notification of this tab that was clicked. */
export const notificationClicked = createEmitter<[href: string]>()

const isInForeground = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Shows a system notification while the window is in the background. The desktop program shows it; a browser tab shows it
 * when the user has allowed notifications.
 * @param href address of the page that a click leads to; '' for none
 */
export async function notifyInBackground(title: string, body: string, href = ''): Promise<void> {
  if (isInForeground()) return
  // A notification is optional, so a failure is ignored.
  const shown = await call('app.notify', {
    title: title.slice(0, 300),
    body: body.slice(0, 1000),
    ...(href !== '' && { href }),
  }).then(
    (answer) => answer.data.shown,
    () => false,
  )
  if (shown || notificationPermission() !== 'granted') return
  const notification = new Notification(title, { body, tag: title })
  notification.onclick = () => {
    window.focus()
    if (href !== '') notificationClicked.emit(href)
  }
}

/** The permission of this tab to show notifications; `none` when the browser has no notifications. */
export const notificationPermission = (): NotificationPermission | 'none' =>
  'Notification' in window ? Notification.permission : 'none'
