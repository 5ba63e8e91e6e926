import { createContext } from 'react'

/** Words that the editors below the context mark in their text. */
export interface Words {
  words: readonly string[]
  /** A request to show the next occurrence of a word; each object is a new request. */
  showRequest: { word: string } | null
}

export const MarkedWords = createContext<Words>({ words: [], showRequest: null })
