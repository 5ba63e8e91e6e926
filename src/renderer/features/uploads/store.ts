import type { UploadTask } from '#shared/contract/uploads.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { call } from '#renderer/data/client.ts'
import { resync } from '#renderer/data/loopbackEvents.ts'
import { onHostEvent } from '#renderer/data/useHostEvent.ts'
import { applyChanges, findEnded, withTasks, toUploadsState, NO_UPLOADS, type UploadsState } from './state.ts'

let state = NO_UPLOADS
const changes = createEmitter()
const endings = createEmitter<[ended: readonly UploadTask[]]>()
let stop: (() => void) | undefined
/** Changes during a request for the list; null at other times. */
let changesDuringLoad: ((state: UploadsState) => UploadsState)[] | null = null

function publish(next: UploadsState, quiet = false): void {
  const before = state
  state = next
  changes.emit()
  const ended = quiet ? [] : findEnded(before, next)
  if (ended.length > 0) endings.emit(ended)
}

/** Every upload of the window, up to date while there is a listener. */
export const uploadsState = (): UploadsState => state

export function onUploads(listener: () => void): () => void {
  const off = changes.on(listener)
  stop ??= follow()
  return () => {
    off()
    if (changes.size() > 0) return
    stop?.()
    stop = undefined
    state = NO_UPLOADS
  }
}

/** Calls the listener with tasks that end (done or failed) while the state is followed. */
export const onEnded = endings.on

function change(make: (state: UploadsState) => UploadsState): void {
  changesDuringLoad?.push(make)
  publish(make(state))
}

/** Adds tasks returned by `uploads.add` before the host's next event brings them. */
export const addUploadTasks = (tasks: readonly UploadTask[]): void => change((known) => withTasks(known, tasks))

function follow(): () => void {
  // Number of the last request: answers to earlier ones are dropped.
  let lastRequest = 0
  let isLoaded = false

  const load = async (): Promise<void> => {
    const request = (lastRequest += 1)
    changesDuringLoad = []
    const answer = await call('uploads.list', {}).catch(() => null)
    if (request !== lastRequest) return
    const recorded = changesDuringLoad
    changesDuringLoad = null
    // Without an answer the list stays: events still update it, and it is read again when the host is back.
    if (!answer) return
    // Replays the changes that arrived during the request; one that is older than the answer is corrected by a later
    // event.
    const next = recorded.reduce((sum, make) => make(sum), toUploadsState(answer.data.tasks, answer.data.totals))
    publish(next, !isLoaded)
    isLoaded = true
  }
  const reload = (): void => void load()
  const stopEvents = onHostEvent('uploads.changed', (update) => change((sum) => applyChanges(sum, update)))
  // Each account has its own uploads.
  const stopSession = onHostEvent('session.changed', reload)
  const stopResync = resync.on(reload)
  reload()
  return () => {
    lastRequest += 1
    changesDuringLoad = null
    stopEvents()
    stopSession()
    stopResync()
  }
}
