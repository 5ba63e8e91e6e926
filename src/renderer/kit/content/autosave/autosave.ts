import { call } from '#renderer/data/client.ts'
import { asAppError } from '#renderer/data/errors.ts'
import type { EntryTexts } from '../form/values.ts'
import { type DraftPlace, draftKey, draftText } from './entryDraft.ts'
import { tellRemoved } from './removed.ts'

/** Most that a crash takes of what was typed, in ms. */
export const AUTOSAVE_MS = 3000

/** What is typed so far, what it began with and at which version, and where it belongs. */
export interface Snapshot {
  classId: number
  id: number
  values: EntryTexts
  base: EntryTexts
  version: number | undefined
  /** The name that a new entry is sent under. */
  attempt: string | undefined
}

export interface Autosave {
  /** Something was typed. */
  changed: () => void
  /** Writes at once what is not written yet. */
  flush: () => void
  /** Writes at once what is typed, also when nothing changed since. */
  keep: () => void
  /** The form was saved or given up: nothing of it is kept, until the next change. Resolves once it is gone. */
  forget: () => Promise<unknown>
}

interface Options {
  /** The form's own name: no other form, here or in another window, writes over its draft. */
  writer: string
  /** The draft that the form goes on with; it goes once its own is written. */
  adopted: DraftPlace | null
  snapshot: () => Snapshot
  /** Told once, until a write succeeds again. */
  onFailure: (reason: string) => void
}

/** Keeps what is typed on this computer. */
export function createAutosave({ writer, adopted, snapshot, onFailure }: Options): Autosave {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failed = false
  let before = adopted
  // Each waits for the one before: a removal is never overtaken by what was written before it.
  let queue: Promise<unknown> = Promise.resolve()

  const dropAdopted = async (): Promise<void> => {
    if (!before) return
    await call('localDrafts.remove', before)
    before = null
  }
  const write = (): void => {
    const { classId, id, values, base, version, attempt } = snapshot()
    const place = { key: draftKey(classId, id), writer }
    const changed = Object.keys(values).some((name) => values[name] !== (base[name] ?? ''))
    const text = draftText({ values, base, ...(version !== undefined && { version }), ...(attempt && { attempt }) })
    const send = async (): Promise<void> => {
      if (changed) await call('localDrafts.put', { ...place, text })
      else await call('localDrafts.remove', place)
      await dropAdopted()
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
    keep: () => {
      stop()
      write()
    },
    forget: () => {
      stop()
      const { classId, id } = snapshot()
      const place = { key: draftKey(classId, id), writer }
      queue = queue
        .then(() => call('localDrafts.remove', place))
        .then(dropAdopted)
        .then(tellRemoved)
        .catch(() => undefined)
      return queue
    },
  }
}
