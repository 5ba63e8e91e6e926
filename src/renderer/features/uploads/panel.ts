import type { UploadTask } from '#shared/contract/uploads.ts'
import { isEnded, type UploadsState } from './state.ts'

const RANK = { open: 0, failed: 1, done: 2 } as const
const rank = (task: UploadTask | undefined): number =>
  RANK[task?.state.step === 'done' ? 'done' : task?.state.step === 'failed' ? 'failed' : 'open']

/** Ids in the panel's order: unfinished ones in the queue's order, then failed ones, then the rest. */
export function panelOrder({ tasks, order }: UploadsState): string[] {
  return [...order].sort((a, b) => rank(tasks.get(a)) - rank(tasks.get(b)))
}

/** Ids of unfinished uploads, in the queue's order. */
export const openIds = ({ tasks, order }: UploadsState): string[] =>
  order.filter((id) => rank(tasks.get(id)) === RANK.open)

/** Ids of the uploads in one of those states, in the queue's order. */
export const idsIn = ({ tasks, order }: UploadsState, steps: readonly UploadTask['state']['step'][]): string[] =>
  order.filter((id) => steps.includes(tasks.get(id)?.state.step ?? 'done'))

interface Counts {
  all: number
  done: number
  failed: number
  paused: number
  /** Can be paused: waiting, being sent or held. */
  moving: number
}

export function countsOf({ tasks }: UploadsState): Counts {
  const counts = { all: tasks.size, done: 0, failed: 0, paused: 0, moving: 0 }
  for (const task of tasks.values()) {
    const { step } = task.state
    if (step === 'done' || step === 'failed' || step === 'paused') counts[step] += 1
    else counts.moving += 1
  }
  return counts
}

/** Bytes of everything in the list but failed uploads, finished ones included, so that the bar does not jump back. */
export function bytesOf({ tasks }: UploadsState): { sent: number; total: number } {
  let sent = 0
  let total = 0
  for (const task of tasks.values()) {
    if (task.state.step === 'failed') continue
    total += task.size
    sent += isEnded(task) ? task.size : task.sent
  }
  return { sent, total }
}
