import { diffArrays } from 'diff'

/** A piece of text that is in both versions or in one of them. */
interface Piece {
  text: string
  kind: 'same' | 'added' | 'removed'
}

/** Longer texts are compared by lines, because comparing words would take seconds. */
const MAX_WORD_DIFF_LENGTH = 60_000
/** Timeout of the comparison; after it the versions are shown one after the other. */
const TIMEOUT_MS = 400
/** Chinese words have no spaces between them. */
const WORDS = new Intl.Segmenter('zh-CN', { granularity: 'word' })

const wordsIn = (text: string): string[] => Array.from(WORDS.segment(text), ({ segment }) => segment)
const linesIn = (text: string): string[] => text.split(/(?<=\n)/)

/** Compares two texts word by word. */
export function differenceOf(before: string, after: string): Piece[] {
  const parts = before.length + after.length > MAX_WORD_DIFF_LENGTH ? linesIn : wordsIn
  const changes = diffArrays(parts(before), parts(after), { timeout: TIMEOUT_MS })
  const whole = [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ]
  return (changes ?? whole)
    .map(({ value, added, removed }): Piece => {
      const kind = added ? 'added' : removed ? 'removed' : 'same'
      return { text: value.join(''), kind }
    })
    .filter(({ text }) => text !== '')
}
