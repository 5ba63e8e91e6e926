import { useState } from 'react'
import { SUCCESS } from '#shared/errors/envelope.ts'

/** Whether a save changed something: codes 1 and 400006 are no errors but change nothing (A·§8). */
const isSaved = (answer: unknown): boolean =>
  typeof answer !== 'object' || answer === null || !('code' in answer) || answer.code === SUCCESS

interface ImmediateSave<T> {
  /** The current value: the saved one until the rows are read again. */
  value: T
  busy: boolean
  /** Whether the last save failed. */
  failed: boolean
  /** Returns whether the value was saved. The write that `save` calls shows the errors. */
  run: (next: T) => Promise<boolean>
  forgetFailure: () => void
}

/** A single value in a table row that is saved on its own, without a form. */
export function useImmediateSave<T>(value: T, save: (next: T) => Promise<unknown>): ImmediateSave<T> {
  const [state, setState] = useState<{ from: T; saved: T | undefined; busy: boolean; failed: boolean }>({
    from: value,
    saved: undefined,
    busy: false,
    failed: false,
  })
  // A new value from the rows is newer than what was saved here.
  if (state.from !== value) setState((now) => ({ ...now, from: value, saved: undefined }))

  const run = async (next: T): Promise<boolean> => {
    setState((now) => ({ ...now, busy: true, failed: false }))
    const done = await save(next).then(isSaved, () => false)
    setState((now) => ({
      ...now,
      busy: false,
      failed: !done,
      saved: done && now.from !== next ? next : undefined,
    }))
    return done
  }
  return {
    value: state.saved ?? value,
    busy: state.busy,
    failed: state.failed,
    run,
    forgetFailure: () => setState((now) => ({ ...now, failed: false })),
  }
}
