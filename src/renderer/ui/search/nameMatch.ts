import { useEffect, useState } from 'react'

/** Does the typed text match the name? A part of it, or the first letters of its pinyin syllables (jtgw: 集团官网). */
export type NameMatch = (name: string, typed: string) => boolean

/** The simplest match: the name contains the typed text. */
export const partOf: NameMatch = (name, typed) => name.toLowerCase().includes(typed.trim().toLowerCase())

/** Pinyin is letters and digits; anything else is not looked up there. */
const MAYBE_PINYIN = /^[a-z0-9 ]+$/i

let loaded: Promise<NameMatch> | null = null

/** Loads the pinyin of the characters (about 300 KB, which the window does without until a name is searched). */
function loadNameMatch(): Promise<NameMatch> {
  loaded ??= import('pinyin-pro').then(({ match }) => (name, typed) => {
    if (partOf(name, typed)) return true
    const text = typed.trim()
    return MAYBE_PINYIN.test(text) && match(name, text, { continuous: true, precision: 'start' }) !== null
  })
  return loaded
}

/** The matching function; without pinyin until that is loaded, which starts when `wanted`. */
export function useNameMatch(wanted: boolean): NameMatch {
  const [match, setMatch] = useState<{ by: NameMatch }>({ by: partOf })
  useEffect(() => {
    if (!wanted) return undefined
    let gone = false
    loadNameMatch().then(
      (by) => !gone && setMatch({ by }),
      // If the chunk can't be loaded (offline), names match by their parts, and the next search tries again.
      () => (loaded = null),
    )
    return () => {
      gone = true
    }
  }, [wanted])
  return match.by
}
