import type { HostEvents } from '#shared/contract/host.ts'
import { createEmitter } from '#shared/util/observable.ts'

/**
 * `about`: the dialog that the message belongs to and closes with; absent for messages of the whole window. `reference`: 错误编号,
 * which an administrator finds in the server's log.
 */
export type Notice = HostEvents['notice'] & { about?: object; reference?: string }

const notices = createEmitter<[notice: Notice]>()
const closings = createEmitter<[about: object]>()
/** The open dialogs, the newest last. */
const openDialogs: object[] = []

/** Shows a short message to the user; the app's toaster listens. Can be called outside of React. */
export function notify(level: Notice['level'], text: string): void {
  notices.emit({ level, text })
}

/** Shows a refusal that belongs to the dialog on top, and disappears when that is closed. */
export function notifyRefusal(text: string, reference?: string): void {
  const about = openDialogs.at(-1)
  notices.emit({ level: 'error', text, ...(about ? { about } : {}), ...(reference && { reference }) })
}

/** Registers an open dialog as the owner of later refusals; returns a function that removes it. */
export function registerDialog(): () => void {
  const dialog = {}
  openDialogs.push(dialog)
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    closings.emit(dialog)
  }
}

/** Calls the listener with each dialog that is closed; returns its removal. */
export const onDialogClosed = closings.on

/** Calls the listener with each notice; returns its removal. */
export const onNotice = notices.on
