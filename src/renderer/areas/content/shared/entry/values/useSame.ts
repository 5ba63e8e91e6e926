import { useState } from 'react'

/** The list before, as long as the same things stand in it. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((each, at) => each === list[at])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}
