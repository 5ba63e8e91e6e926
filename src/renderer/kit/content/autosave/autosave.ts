import { call } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import type { EntryTexts } from '../form/values.ts'
import { draftKey, draftText } from './entryDraft.ts'

/** Most that a crash takes of what was typed, in ms. */
export const AUTOSAVE_MS = 3000

/** What is typed so far, what it began with and at which version, and where it belongs. */
export interface Snapshot {
  classId: number
  id: number
  values: EntryTexts
  base: EntryTexts
  version: number | undefined
}

export interface Autosave {
  /** Something was typed. */
  changed: () => void
  /** Writes at once what is not written yet. */
  flush: () => void
  /** The form was saved or given up: nothing of it is kept, until the next change. */
  forget: () => void
}

/**
 * Keeps what is typed on this computer.
 * @param onFailure told once, until a write succeeds again.
 */
export function createAutosave(snapshot: () => Snapshot, onFailure: (reason: string) => void): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failed = false
  // Each waits for the one before: a removal is never overtaken by what was written before it.
  let queue: Promise<unknown> = Promise.resolve()

  const write = (): void => {
    const { classId, id, values, base, version } = snapshot()
    const key = draftKey(classId, id)
    const changed = Object.keys(values).some((name) => values[name] !== (base[name] ?? ''))
    const text = draftText({ values, base, ...(version === undefined ? {} : { version }) })
    const send = async (): Promise<void> => {
      if (changed) await call('localDrafts.put', { key, text })
      else await call('localDrafts.remove', { key })
    }
    queue = queue.then(send).then(
      () => {
        failed = false
      },
      (error: unknown) => {
        if (!failed) onFailure(asAppError(error).message)
        failed = true
      },
    )
  }
  const stop = (): boolean => {
    const waiting = timer !== undefined
    clearTimeout(timer)
    timer = undefined
    return waiting
  }
  const flush = (): void => {
    if (stop()) write()
  }
  return {
    changed: () => {
      timer ??= setTimeout(flush, AUTOSAVE_MS)
    },
    flush,
    forget: () => {
      stop()
      const { classId, id } = snapshot()
      queue = queue.then(() => call('localDrafts.remove', { key: draftKey(classId, id) })).catch(() => undefined)
    },
  }
}
