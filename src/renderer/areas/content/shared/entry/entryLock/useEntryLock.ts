import { useEffect, useEffectEvent, useState } from 'react'
import { ENTRY_LOCK_FEATURE, type EntryEditor, type EntryLock, LOCK_BEAT_MS } from '#shared/contract/entryLock.ts'
import { call } from '#renderer/data/client.ts'
import { onHostEvent } from '#renderer/data/useHostEvent.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { holderOf, setHolder } from './lockHolder.ts'

/**
 * mine: to be edited here, also where nobody counts who edits. other: somebody else edits it. taken: he took it from here.
 * stale: nobody does, but it was saved since it was read here.
 */
type LockState = { kind: 'mine' } | { kind: 'stale' } | { kind: 'other' | 'taken'; editor: EntryEditor }

interface Options {
  classId: number
  /** 0: a new entry, which nobody else can open. */
  id: number
  /** That the form has read or saved. */
  version: number | undefined
  /** Who may not save it takes it from nobody, and is refused the lock. */
  maySave?: boolean
  /** It is not to be edited here any more: what is typed is to be kept. */
  onLost: () => void
}

/** A form that opens in the place of another one of this window begins after that one has let its entry go. */
let releasing: Promise<unknown> = Promise.resolve()

/**
 * Tells others that this form has the entry open, and finds out who else has. A server that can't be asked, or has no such
 * calls, keeps nobody from editing: each save is guarded by the version.
 */
export function useEntryLock({ classId, id, version, maySave = true, onLost }: Options) {
  const offered = useServerFeature(ENTRY_LOCK_FEATURE)
  const [holder] = useState(() => holderOf(classId, id))
  const [state, setState] = useState<LockState>({ kind: 'mine' })
  const isOn = offered && maySave && id !== 0
  const form = { classId, id, holder }

  const take = useWrite('entryLock.take', { onSuccess: ({ data }) => accept(data) })
  const accept = (lock: EntryLock): void => {
    const next = nextState(state, lock, version)
    if (state.kind === 'mine' && next.kind !== 'mine') onLost()
    setState((now) => (sameState(now, next) ? now : next))
  }
  const beaten = useEffectEvent(accept)
  const beat = useEffectEvent(() => {
    void releasing
      .then(() => call('entryLock.hold', form))
      .then(
        ({ data }) => beaten(data),
        () => undefined,
      )
  })

  useEffect(() => {
    if (!isOn) return undefined
    const again = (): void => {
      if (document.visibilityState === 'visible') beat()
    }
    const forget = setHolder(classId, id, holder)
    beat()
    const timer = setInterval(beat, LOCK_BEAT_MS)
    window.addEventListener('focus', again)
    document.addEventListener('visibilitychange', again)
    // The server pushes it: who was typing sees it at once.
    const off = onHostEvent('notices.changed', ({ news }) => {
      if (news.some(({ kind }) => kind === 'takeover')) beat()
    })
    return () => {
      forget()
      off()
      clearInterval(timer)
      window.removeEventListener('focus', again)
      document.removeEventListener('visibilitychange', again)
      releasing = call('entryLock.release', { classId, id, holder }).catch(() => undefined)
    }
  }, [isOn, classId, id, holder])
  return { state, isReadOnly: state.kind !== 'mine', takeOver: () => take.mutate(form), isTaking: take.isPending }
}
export type EntryLocking = ReturnType<typeof useEntryLock>

function nextState(now: LockState, lock: EntryLock, version: number | undefined): LockState {
  if (!lock.isMine && lock.editor) {
    const isTaken = lock.wasTaken || now.kind === 'taken'
    return { kind: isTaken ? 'taken' : 'other', editor: lock.editor }
  }
  if (!lock.isMine) return now
  if (now.kind === 'stale') return now
  // What the form has had all the time it alone has saved.
  if (now.kind === 'mine' || lock.version === 0 || version === undefined) return { kind: 'mine' }
  return lock.version === version ? { kind: 'mine' } : { kind: 'stale' }
}

const sameState = (a: LockState, b: LockState): boolean => JSON.stringify(a) === JSON.stringify(b)
