import type { UploadState } from '#shared/contract/uploads.ts'
import type { Attachment } from '#shared/contract/upload.ts'

/** Events of an upload: from the user, from its own work, or from its environment. */
export type UploadEvent =
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'retry' }
  /** The upload starts running. */
  | { type: 'start' }
  | { type: 'hash'; done: number }
  | { type: 'send' }
  | { type: 'register' }
  | { type: 'hold'; reason: 'signed-out' | 'unreachable'; message: string }
  /** The run was stopped, or the wait is over: back into the queue. */
  | { type: 'wait' }
  | { type: 'fail'; message: string; retry: boolean }
  | { type: 'finish'; attachment: Attachment | null }

const WORKING: ReadonlySet<UploadState['step']> = new Set(['hashing', 'sending', 'registering'])

/** Whether the upload is running (in one of its three working steps). */
export const isWorking = (state: UploadState): boolean => WORKING.has(state.step)
/** Whether the upload starts automatically when its turn comes. */
export const isQueued = (state: UploadState): boolean => state.step === 'waiting' || state.step === 'held'
/** Whether the upload is neither done nor failed. */
export const isOpen = (state: UploadState): boolean => state.step !== 'done' && state.step !== 'failed'

/** The next state; the same object when the event does not apply in this state (a late answer, a second click). */
export function nextState(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'pause':
      return isOpen(state) && state.step !== 'paused' ? { step: 'paused' } : state
    case 'resume':
      return state.step === 'paused' ? { step: 'waiting' } : state
    case 'retry':
      return state.step === 'failed' && state.retry ? { step: 'waiting' } : state
    case 'start':
      return isQueued(state) ? { step: 'hashing', done: 0 } : state
    case 'hash':
      return state.step === 'hashing' ? { step: 'hashing', done: event.done } : state
    case 'send':
      return isWorking(state) ? { step: 'sending' } : state
    case 'register':
      return isWorking(state) ? { step: 'registering' } : state
    case 'wait':
      return isWorking(state) || state.step === 'held' ? { step: 'waiting' } : state
    case 'hold': {
      const { reason, message } = event
      if (state.step === 'held' && state.reason === reason && state.message === message) return state
      return isWorking(state) || isQueued(state) ? { step: 'held', reason, message } : state
    }
    case 'fail':
      return isWorking(state) || isQueued(state)
        ? { step: 'failed', message: event.message, retry: event.retry }
        : state
    case 'finish':
      return isOpen(state) ? { step: 'done', attachment: event.attachment } : state
  }
}
