import { useEffect, useState } from 'react'

/** Whether the typed text matches the name: a part of it, or the first letters of its pinyin syllables (jtgw: 集团官网). */
export type NameMatch = (name: string, typed: string) => boolean

/** The simplest match: the name contains the typed text. */
export const partOf: NameMatch = (name, typed) => name.toLowerCase().includes(typed.trim().toLowerCase())

/** Pinyin has only letters and digits; other texts are not matched as pinyin. */
const MAYBE_PINYIN = /^[a-z0-9 ]+$/i

let loaded: Promise<NameMatch> | null = null

/** Loads the pinyin of the characters (about 300 KB, loaded only when a name is searched). */
function loadNameMatch(): Promise<NameMatch> {
  loaded ??= import('pinyin-pro').then(({ match }) => (name, typed) => {
    if (partOf(name, typed)) return true
    const text = typed.trim()
    return MAYBE_PINYIN.test(text) && match(name, text, { continuous: true, precision: 'start' }) !== null
  })
  return loaded
}

/** The matching function; without pinyin until that is loaded, which starts when `enabled`. */
export function useNameMatch(enabled: boolean): NameMatch {
  const [match, setMatch] = useState<{ by: NameMatch }>({ by: partOf })
  useEffect(() => {
    if (!enabled) return undefined
    let isDisposed = false
    loadNameMatch().then(
      (by) => !isDisposed && setMatch({ by }),
      // If the chunk can't be loaded (offline), names match by their parts, and the next search tries again.
      () => (loaded = null),
    )
    return () => {
      isDisposed = true
    }
  }, [enabled])
  return match.by
}
