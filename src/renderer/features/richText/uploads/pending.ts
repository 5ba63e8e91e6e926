import { createEmitter } from '#shared/util/observable.ts'

/** State of a pasted picture's upload. */
type PendingState =
  | { step: 'waiting'; percent: number }
  /** message: the reason. retry: null when another try can't help. */
  | { step: 'failed'; message: string; retry: (() => void) | null }
  | { step: 'done'; src: string }

const states = new Map<number, PendingState>()
const changes = createEmitter()
let last = 0

/** Reserves a number for a picture that is about to be uploaded. */
export function reserveUpload(): number {
  last += 1
  states.set(last, { step: 'waiting', percent: 0 })
  return last
}

/** The state of an upload; undefined for uploads from before this page load, which never finish. */
export const pendingState = (number: number): PendingState | undefined => states.get(number)

/** The address of an uploaded picture; '' before the upload ends. */
export function uploadedAddress(number: number): string {
  const state = states.get(number)
  return state?.step === 'done' ? state.src : ''
}

const isEqual = (a: PendingState, b: PendingState): boolean => JSON.stringify(a) === JSON.stringify(b)

export function setPending(number: number, state: PendingState): void {
  const before = states.get(number)
  if (!before || before.step === 'done' || isEqual(before, state)) return
  states.set(number, state)
  changes.emit()
}

export const onPending = changes.on
