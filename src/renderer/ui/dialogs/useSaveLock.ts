import { useRef, useState } from 'react'

/** A·§4, A·§9: ms that a save button stays busy after its call has returned. */
export const SAVE_LOCK_MS = 800
/** The same in dialogs that ask for one name and nothing else (B·§4: “in some dialogs”). */
export const NAME_LOCK_MS = 300

/**
 * Runs one save at a time: another save is ignored during the first and for `releaseMs` after it.
 * @returns busy, and `run`, which resolves with false for an ignored save and rejects when the save does.
 */
export function useSaveLock(releaseMs = SAVE_LOCK_MS): {
  busy: boolean
  run: (save: () => Promise<unknown>) => Promise<boolean>
} {
  const [busy, setBusy] = useState(false)
  const locked = useRef(false)

  const run = async (save: () => Promise<unknown>): Promise<boolean> => {
    if (locked.current) return false
    locked.current = true
    setBusy(true)
    try {
      await save()
    } finally {
      setTimeout(() => {
        locked.current = false
        setBusy(false)
      }, releaseMs)
    }
    return true
  }
  return { busy, run }
}
