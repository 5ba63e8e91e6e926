import type { UploadChanges, UploadTask, UploadTotals } from '#shared/contract/uploads.ts'

/** All uploads that the page knows. Immutable: an unchanged task keeps its identity. */
export interface UploadsState {
  readonly tasks: ReadonlyMap<string, UploadTask>
  /** Ids in the queue's order. */
  readonly order: readonly string[]
  readonly totals: UploadTotals
}

export const NO_UPLOADS: UploadsState = {
  tasks: new Map(),
  order: [],
  totals: { open: 0, active: 0, failed: 0, bytes: 0, sent: 0, speed: 0, remaining: null },
}

/** Whether the upload has ended (done or failed). */
export const isEnded = ({ state }: UploadTask): boolean => state.step === 'done' || state.step === 'failed'

/** The state with the host's whole list. */
export function toUploadsState(tasks: readonly UploadTask[], totals: UploadTotals): UploadsState {
  return { tasks: new Map(tasks.map((task) => [task.id, task])), order: tasks.map(({ id }) => id), totals }
}

/** The state after an `uploads.changed` event. */
export function applyChanges(state: UploadsState, { tasks, removed, order, totals }: UploadChanges): UploadsState {
  if (tasks.length === 0 && removed.length === 0 && !order) return { ...state, totals }
  const next = new Map(state.tasks)
  for (const task of tasks) next.set(task.id, task)
  for (const id of removed) next.delete(id)
  if (order) return { tasks: next, order: order.filter((id) => next.has(id)), totals }
  const added = tasks.filter(({ id }) => !state.tasks.has(id)).map(({ id }) => id)
  if (added.length === 0 && removed.length === 0) return { tasks: next, order: state.order, totals }
  return { tasks: next, order: [...state.order, ...added].filter((id) => next.has(id)), totals }
}

/** The state with tasks returned by `uploads.add`; known tasks come from an event, are newer and stay. */
export function withTasks(state: UploadsState, tasks: readonly UploadTask[]): UploadsState {
  const unknown = tasks.filter(({ id }) => !state.tasks.has(id))
  if (unknown.length === 0) return state
  return applyChanges(state, { tasks: unknown, removed: [], order: null, totals: state.totals })
}

/** Tasks that have ended between two states. */
export const findEnded = (before: UploadsState, after: UploadsState): UploadTask[] =>
  [...after.tasks.values()].filter((task) => {
    const previous = before.tasks.get(task.id)
    return previous !== task && isEnded(task) && previous?.state.step !== task.state.step
  })
