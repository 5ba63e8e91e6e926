import { createContext } from 'react'

/** Words that the editors inside mark in their text. */
export interface Words {
  words: readonly string[]
  /** A wish to see the next place of a word: each object is a new one. */
  asked: { word: string } | null
}

export const MarkedWords = createContext<Words>({ words: [], asked: null })
