import type { HostEvents } from '#shared/contract/host.ts'
import { createEmitter } from '#shared/util/observable.ts'

/** `about`: the place that it speaks of, and with which it goes; absent for what concerns the whole window. */
export type Notice = HostEvents['notice'] & { about?: object }

const notices = createEmitter<[notice: Notice]>()
const closings = createEmitter<[about: object]>()
/** The open dialogs, the newest last. */
const places: object[] = []

/** Shows a short message to the user; the app's toaster listens. Can be called outside of React. */
export function notify(level: Notice['level'], text: string): void {
  notices.emit({ level, text })
}

/** Says what was refused in the place that is open now: the message goes when that is closed. */
export function notifyRefusal(text: string): void {
  const about = places.at(-1)
  notices.emit({ level: 'error', text, ...(about ? { about } : {}) })
}

/** Opens a place, such as a dialog, that refusals speak of from now on. Answers the way to close it. */
export function openPlace(): () => void {
  const place = {}
  places.push(place)
  return () => {
    places.splice(places.indexOf(place), 1)
    closings.emit(place)
  }
}

/** Receives every place that is closed. Answers the way to stop. */
export const onPlaceClosed = closings.on

/** Receives every notice. Answers the way to stop. */
export const onNotice = notices.on
