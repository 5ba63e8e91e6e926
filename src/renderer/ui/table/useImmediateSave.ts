import { useState } from 'react'
import { SUCCESS } from '#shared/errors/envelope.ts'

/** Codes 1 and 400006 pass without an error, but nothing was changed (A·§8). */
const changed = (answer: unknown): boolean =>
  typeof answer !== 'object' || answer === null || !('code' in answer) || answer.code === SUCCESS

interface ImmediateSave<T> {
  /** The value that counts: what was just saved, until the rows bring it. */
  value: T
  busy: boolean
  /** The last saving did not succeed. */
  failed: boolean
  /** Answers whether it was saved. The write that `save` calls says why it was not. */
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
    const done = await save(next).then(changed, () => false)
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
