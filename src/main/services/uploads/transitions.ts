import { randomUUID } from 'node:crypto'
import type { UploadState } from '#shared/contract/uploads.ts'
import type { Logger } from '../types.ts'
import { next, type UploadEvent } from './core/state.ts'
import type { Queue } from './queue.ts'
import { unsent } from './record.ts'
import { keptState, type Task } from './task.ts'

/** Brings uploads from state to state, in memory and on disk. `touch` is told of each that changed. */
export function createTransitions(queue: Queue, touch: (id: string) => void, log: Logger) {
  const enter = (task: Task, state: UploadState): void => {
    task.state = state
    if (state.step !== 'sending') task.meter.reset()
    touch(task.record.id)
  }
  /** Answers whether the event changed anything; what can't be kept on disk is thrown, and then changes nothing. */
  const apply = (task: Task, event: UploadEvent): boolean => {
    const before = task.state
    const state = next(before, event)
    if (state === before) return false
    const [was, is] = [keptState(before), keptState(state)]
    if (was.step !== is.step || is.step === 'failed') queue.save(task, { state: is })
    enter(task, state)
    return true
  }
  /** For what is true, kept or not: after a restart such an upload simply goes on. */
  const note = (task: Task, event: UploadEvent): void => {
    try {
      apply(task, event)
    } catch (error) {
      log.error('state of an upload not kept', { id: task.record.id, error })
      enter(task, next(task.state, event))
    }
  }

  /** The next try starts from the first byte, under another name on the server. */
  const beginAnew = (task: Task): void => {
    try {
      queue.save(task, unsent(randomUUID()))
    } catch (error) {
      log.error('upload keeps its attempt', { id: task.record.id, error })
    }
  }

  return { apply, note, beginAnew }
}
