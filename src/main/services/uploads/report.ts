import type { UploadChanges, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import type { Events } from '../events.ts'
import type { Notifier } from '../ports.ts'

/** ms. Minimum interval between reports. */
const MIN_INTERVAL_MS = 200
/** ms. Interval of reports while uploads run, because speeds change without other events. */
const REFRESH_MS = 1000

export interface Report {
  touch(id: string): void
  gone(ids: readonly string[]): void
  reordered(): void
  stop(): void
}

/** Collects the changes of the queue and reports them in few messages. */
export function createReport(deps: {
  /** null: the upload no longer exists. */
  task(id: string): UploadTask | null
  order(): string[]
  active(): string[]
  totals(): UploadTotals
  emit(changes: UploadChanges): void
}): Report {
  const touched = new Set<string>()
  const removed = new Set<string>()
  let order = false
  let timer: NodeJS.Timeout | null = null
  /** Whether the timer is for changes rather than a refresh. */
  let pending = false
  let stopped = false
  let last = -Infinity

  const flush = (): void => {
    timer = null
    pending = false
    if (stopped) return
    last = performance.now()
    const active = deps.active()
    for (const id of active) touched.add(id)
    const tasks = [...touched].map(deps.task).filter((task) => task !== null)
    deps.emit({ tasks, removed: [...removed], order: order ? deps.order() : null, totals: deps.totals() })
    touched.clear()
    removed.clear()
    order = false
    if (active.length > 0) schedule(REFRESH_MS)
  }
  const schedule = (wait: number): void => {
    if (stopped) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(flush, wait)
    timer.unref()
  }
  const scheduleReport = (): void => {
    if (pending) return
    pending = true
    schedule(Math.max(0, last + MIN_INTERVAL_MS - performance.now()))
  }
  return {
    touch(id) {
      touched.add(id)
      scheduleReport()
    },
    gone(ids) {
      for (const id of ids) {
        touched.delete(id)
        removed.add(id)
      }
      scheduleReport()
    },
    reordered() {
      order = true
      scheduleReport()
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

/** Receives reports about uploads, for the page and the desktop. */
export interface UploadNotices {
  /** @param progress of all open uploads, 0 to 1; null while none runs */
  changed(changes: UploadChanges, progress: number | null): void
  /** The file was changed during its upload and is sent again from the start. */
  restarted(name: string): void
}

/** Reports to the page with events and to the desktop with the program's progress bar. */
export function createNotices(events: Pick<Events, 'emit'>, notifier: Pick<Notifier, 'progress'>): UploadNotices {
  let bar = false
  return {
    changed(changes, progress) {
      events.emit('uploads.changed', changes)
      // Downloads use the same progress bar: uploads clear it only if they were the last to set it.
      if (progress !== null || bar) notifier.progress(progress)
      bar = progress !== null
    },
    restarted: (name) =>
      events.emit('notice', { level: 'warning', text: `“${name}”在上传过程中被修改，已重新开始上传` }),
  }
}
