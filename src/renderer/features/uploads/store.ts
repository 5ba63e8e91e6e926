import type { UploadTask } from '#shared/contract/uploads.ts'
import { call } from '#renderer/data/client.ts'
import { resync } from '#renderer/data/loopbackEvents.ts'
import { onHostEvent } from '#renderer/data/useHostEvent.ts'
import { applied, endedBetween, learned, listed, NO_UPLOADS, type UploadsState } from './state.ts'

let state = NO_UPLOADS
const listeners = new Set<() => void>()
const endListeners = new Set<(ended: readonly UploadTask[]) => void>()
let stop: (() => void) | undefined
/** What was learnt while the list is being asked for; null at other times. */
let meanwhile: ((state: UploadsState) => UploadsState)[] | null = null

function publish(next: UploadsState, quiet = false): void {
  const before = state
  state = next
  for (const listener of listeners) listener()
  const ended = quiet ? [] : endedBetween(before, next)
  if (ended.length > 0) for (const listener of endListeners) listener(ended)
}

/** Every upload of the window, kept up to date while somebody listens. */
export const uploadsState = (): UploadsState => state

export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= follow()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
    state = NO_UPLOADS
  }
}

/** Tells of tasks that end (done or failed) while the state is followed. */
export function onEnded(listener: (ended: readonly UploadTask[]) => void): () => void {
  endListeners.add(listener)
  return () => {
    endListeners.delete(listener)
  }
}

function change(make: (state: UploadsState) => UploadsState): void {
  meanwhile?.push(make)
  publish(make(state))
}

/** Shows tasks that `uploads.add` has answered before the host's next event tells of them. */
export const learnTasks = (tasks: readonly UploadTask[]): void => change((known) => learned(known, tasks))

function follow(): () => void {
  // The number of the last question; an answer to an earlier one is late.
  let asked = 0
  let known = false

  const load = async (): Promise<void> => {
    const question = (asked += 1)
    meanwhile = []
    const answer = await call('uploads.list', {}).catch(() => null)
    if (question !== asked) return
    const changes = meanwhile
    meanwhile = null
    // Without an answer the list stays as it is: what changes is told, and the host's return asks again.
    if (!answer) return
    // What is older than the answer here is told once more by a later event.
    const next = changes.reduce((sum, make) => make(sum), listed(answer.data.tasks, answer.data.totals))
    publish(next, !known)
    known = true
  }
  const reload = (): void => void load()
  const stopEvents = onHostEvent('uploads.changed', (changes) => change((sum) => applied(sum, changes)))
  // Another account sees its own uploads.
  const stopSession = onHostEvent('session.changed', reload)
  resync.addEventListener('resync', reload)
  reload()
  return () => {
    asked += 1
    meanwhile = null
    stopEvents()
    stopSession()
    resync.removeEventListener('resync', reload)
  }
}
