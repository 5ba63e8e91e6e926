import { createEmitter } from '#shared/util/observable.ts'
import { call } from './client.ts'

/** A notification of this tab was clicked: the address that it leads to. */
export const noticeFollowed = createEmitter<[href: string]>()

const inFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

/**
 * Tells through the system what happened while the user looks elsewhere; in front, the page itself has said it. The
 * desktop program shows the notification; a browser tab does when the user has allowed it.
 * @param href address of the page that a click leads to; '' for none
 */
export async function tellInBackground(title: string, body: string, href = ''): Promise<void> {
  if (inFront()) return
  // A notification is optional: if it can't be shown, that is no error.
  const shown = await call('app.notify', {
    title: title.slice(0, 300),
    body: body.slice(0, 1000),
    ...(href !== '' && { href }),
  }).then(
    (answer) => answer.data.shown,
    () => false,
  )
  if (shown || browserNotices() !== 'granted') return
  const notification = new Notification(title, { body, tag: title })
  notification.onclick = () => {
    window.focus()
    if (href !== '') noticeFollowed.emit(href)
  }
}

/** May this browser tab show notifications? `none` where there is no such thing. */
export const browserNotices = (): NotificationPermission | 'none' =>
  'Notification' in window ? Notification.permission : 'none'
