import type { Attachment } from '#shared/contract/upload.ts'
import type { UploadTarget, UploadTask } from '#shared/contract/uploads.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { showError } from '#renderer/data/errors.ts'
import { submitFiles } from './submitFiles.ts'
import type { UploadRule } from './rules.ts'
import { isEnded } from './state.ts'
import { addUploadTasks, onUploads, uploadsState } from './store.ts'

/** Counts of a component's uploads since all of them had last ended. */
export interface UploadResult {
  done: number
  failed: number
  /** Removed from the queue. */
  cancelled: number
}

interface SessionEvents {
  onDone?: ((attachment: Attachment, task: UploadTask) => void) | undefined
  onSettled?: ((result: UploadResult) => void) | undefined
}

/** The uploads of one component; lives as long as the component, also while its page tab is hidden. */
interface UploadSession {
  add(files: readonly File[], target: UploadTarget, rule: UploadRule): void
  /** Follows uploads that are queued in another way than as files of the page. Rejects as `queue` does, without a toast. */
  follow(queue: () => Promise<readonly UploadTask[]>): Promise<void>
  /** Ids of the session's tasks, oldest first; a new list only after a change. */
  ids(): readonly string[]
  /** Whether files are being staged or uploaded. */
  busy(): boolean
  subscribe(listener: () => void): () => void
  /** Reports what has ended since the last report. */
  report(events: SessionEvents): void
}

/** Counts how the uploads of a session ended. */
class UploadResults {
  /** How each upload had ended at its last update. */
  readonly #ends = new Map<string, keyof UploadResult>()
  #counts: UploadResult = { done: 0, failed: 0, cancelled: 0 }

  update(id: string, { onDone }: SessionEvents): void {
    const task = uploadsState().tasks.get(id)
    const before = this.#ends.get(id)
    const step = task?.state.step
    const now = !task ? 'cancelled' : step === 'done' || step === 'failed' ? step : undefined
    if (now === before || before === 'done') return
    // A finished upload that is cleared from the list stays counted as done.
    if (now) this.#ends.set(id, now)
    else this.#ends.delete(id)
    // A failed upload counts once, however often it is retried.
    if (before) this.#counts[before] = Math.max(this.#counts[before] - 1, 0)
    if (now) this.#counts[now] += 1
    if (task?.state.step === 'done' && task.state.attachment) onDone?.(task.state.attachment, task)
  }

  forget(id: string): void {
    this.#ends.delete(id)
  }

  /** The counts since the last reset. */
  reset(): UploadResult {
    const counts = this.#counts
    this.#counts = { done: 0, failed: 0, cancelled: 0 }
    return counts
  }
}

export function createSession(): UploadSession {
  let ids: readonly string[] = []
  let staging = 0
  let isIdle = true
  const results = new UploadResults()
  const changes = createEmitter()
  const isOpen = (id: string): boolean => {
    const task = uploadsState().tasks.get(id)
    return task !== undefined && !isEnded(task)
  }

  /** Drops uploads that are gone from the list. */
  const prune = (): void => {
    const { tasks } = uploadsState()
    const remaining = ids.filter((id) => tasks.has(id))
    if (remaining.length === ids.length) return
    for (const id of ids) if (!tasks.has(id)) results.forget(id)
    ids = remaining
    changes.emit()
  }

  const onQueued = (tasks: readonly UploadTask[]): void => {
    ids = [...ids, ...tasks.map(({ id }) => id)]
    changes.emit()
  }
  const runStaging = async (work: () => Promise<void>): Promise<void> => {
    staging += 1
    isIdle = false
    changes.emit()
    try {
      await work()
    } finally {
      staging -= 1
      changes.emit()
    }
  }

  const session: UploadSession = {
    add(files, target, rule) {
      if (files.length === 0) return
      void runStaging(() => submitFiles({ files, target, rule, onQueued })).catch(showError)
    },
    follow: (queue) =>
      runStaging(async () => {
        const tasks = await queue()
        addUploadTasks(tasks)
        onQueued(tasks)
      }),
    ids: () => ids,
    busy: () => staging > 0 || ids.some(isOpen),
    subscribe(listener) {
      const off = changes.on(listener)
      const stop = onUploads(listener)
      return () => {
        off()
        stop()
      }
    },
    report(events) {
      for (const id of ids) results.update(id, events)
      prune()
      if (session.busy()) isIdle = false
      else if (!isIdle) {
        isIdle = true
        const ended = results.reset()
        if (ended.done + ended.failed + ended.cancelled > 0) events.onSettled?.(ended)
      }
    },
  }
  return session
}
