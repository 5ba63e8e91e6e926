import type { HostEvents } from '#shared/contract/host.ts'

/** `about`: the place that it speaks of, and with which it goes; absent for what concerns the whole window. */
export type Notice = HostEvents['notice'] & { about?: object }

const listeners = new Set<(notice: Notice) => void>()
const endings = new Set<(about: object) => void>()
/** The open dialogs, the newest last. */
const places: object[] = []

/** Shows a short message to the user; the app's toaster listens. Can be called outside of React. */
export function notify(level: Notice['level'], text: string): void {
  for (const listener of listeners) listener({ level, text })
}

/** Says what was refused in the place that is open now: the message goes when that is closed. */
export function notifyRefusal(text: string): void {
  const about = places.at(-1)
  for (const listener of listeners) listener({ level: 'error', text, ...(about ? { about } : {}) })
}

/** Opens a place, such as a dialog, that refusals speak of from now on. Answers the way to close it. */
export function openPlace(): () => void {
  const place = {}
  places.push(place)
  return () => {
    places.splice(places.indexOf(place), 1)
    for (const listener of endings) listener(place)
  }
}

/** Receives every place that is closed. Answers the way to stop. */
export function onPlaceClosed(listener: (about: object) => void): () => void {
  endings.add(listener)
  return () => {
    endings.delete(listener)
  }
}

/** Receives every notice. Answers the way to stop. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
