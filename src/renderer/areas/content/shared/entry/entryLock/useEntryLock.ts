import { useEffect, useEffectEvent, useState } from 'react'
import { ENTRY_LOCK_FEATURE, type EntryEditor, type EntryLock, LOCK_HEARTBEAT_MS } from '#shared/contract/entryLock.ts'
import { call } from '#renderer/data/client.ts'
import { onHostEvent } from '#renderer/data/useHostEvent.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { findHolder, registerHolder } from './lockHolder.ts'

/**
 * mine: this form may edit, also if the server has no locks. other: another user edits. taken: another user took over
 * from this form. stale: nobody else edits, but the entry was saved after this form loaded it.
 */
type LockState = { kind: 'mine' } | { kind: 'stale' } | { kind: 'other' | 'taken'; editor: EntryEditor }

interface Options {
  classId: number
  /** 0: a new entry, which needs no lock. */
  id: number
  /** Version that the form has loaded or saved. */
  version: number | undefined
  /** Accounts that may not save do not request the lock. */
  maySave?: boolean
  /** Called when the form becomes read-only; unsaved changes should be stored as a draft. */
  onLost: () => void
}

/** The last release of this window: a form that replaces another one waits until the lock is released. */
let releasing: Promise<unknown> = Promise.resolve()

/**
 * Holds the edit lock of an entry with heartbeats, and watches who else edits. If the server can't be reached or has no
 * locks, the form stays editable, because each save checks the version.
 */
export function useEntryLock({ classId, id, version, maySave = true, onLost }: Options) {
  const isSupported = useServerFeature(ENTRY_LOCK_FEATURE)
  const [holder] = useState(() => findHolder(classId, id))
  const [state, setState] = useState<LockState>({ kind: 'mine' })
  const isOn = isSupported && maySave && id !== 0
  const form = { classId, id, holder }

  const claim = useWrite('entryLock.take', { onSuccess: ({ data }) => applyLock(data) })
  const applyLock = (lock: EntryLock): void => {
    const next = toNextState(state, lock, version)
    if (state.kind === 'mine' && next.kind !== 'mine') onLost()
    setState((now) => (isSameState(now, next) ? now : next))
  }
  const onHeartbeat = useEffectEvent(applyLock)
  const sendHeartbeat = useEffectEvent(() => {
    void releasing
      .then(() => call('entryLock.hold', form))
      .then(
        ({ data }) => onHeartbeat(data),
        () => undefined,
      )
  })

  useEffect(() => {
    if (!isOn) return undefined
    const sendIfVisible = (): void => {
      if (document.visibilityState === 'visible') sendHeartbeat()
    }
    const unregister = registerHolder(classId, id, holder)
    sendHeartbeat()
    const timer = setInterval(sendHeartbeat, LOCK_HEARTBEAT_MS)
    window.addEventListener('focus', sendIfVisible)
    document.addEventListener('visibilitychange', sendIfVisible)
    // The server pushes a takeover, so that the form becomes read-only at once.
    const unsubscribe = onHostEvent('notices.changed', ({ news }) => {
      if (news.some(({ kind }) => kind === 'takeover')) sendHeartbeat()
    })
    return () => {
      unregister()
      unsubscribe()
      clearInterval(timer)
      window.removeEventListener('focus', sendIfVisible)
      document.removeEventListener('visibilitychange', sendIfVisible)
      releasing = call('entryLock.release', { classId, id, holder }).catch(() => undefined)
    }
  }, [isOn, classId, id, holder])
  return {
    state,
    isReadOnly: state.kind !== 'mine',
    claimLock: () => claim.mutate(form),
    isClaiming: claim.isPending,
  }
}
export type EntryLocking = ReturnType<typeof useEntryLock>

function toNextState(now: LockState, lock: EntryLock, version: number | undefined): LockState {
  if (!lock.isMine && lock.editor) {
    const isTaken = lock.wasTaken || now.kind === 'taken'
    return { kind: isTaken ? 'taken' : 'other', editor: lock.editor }
  }
  if (!lock.isMine) return now
  if (now.kind === 'stale') return now
  // Only this form could save while it held the lock, so its version is current.
  if (now.kind === 'mine' || lock.version === 0 || version === undefined) return { kind: 'mine' }
  return lock.version === version ? { kind: 'mine' } : { kind: 'stale' }
}

const isSameState = (a: LockState, b: LockState): boolean => JSON.stringify(a) === JSON.stringify(b)
