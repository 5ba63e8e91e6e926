import type { HostEvents } from '#shared/contract/host.ts'
import { createEmitter } from '#shared/util/observable.ts'

/** `about`: the dialog that the message belongs to and closes with; absent for messages of the whole window. */
export type Notice = HostEvents['notice'] & { about?: object }

const notices = createEmitter<[notice: Notice]>()
const closings = createEmitter<[about: object]>()
/** The open dialogs, the newest last. */
const places: object[] = []

/** Shows a short message to the user; the app's toaster listens. Can be called outside of React. */
export function notify(level: Notice['level'], text: string): void {
  notices.emit({ level, text })
}

/** Shows a refusal that belongs to the dialog on top, and disappears when that is closed. */
export function notifyRefusal(text: string): void {
  const about = places.at(-1)
  notices.emit({ level: 'error', text, ...(about ? { about } : {}) })
}

/** Registers an open dialog as the place of refusals from now on; returns its removal. */
export function openPlace(): () => void {
  const place = {}
  places.push(place)
  return () => {
    places.splice(places.indexOf(place), 1)
    closings.emit(place)
  }
}

/** Calls the listener with each dialog that is closed; returns its removal. */
export const onPlaceClosed = closings.on

/** Calls the listener with each notice; returns its removal. */
export const onNotice = notices.on
