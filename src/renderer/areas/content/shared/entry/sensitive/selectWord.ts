import { WordFinder } from '#shared/domain/sensitiveWords.ts'

/** Chooses the next place of a word, however it is written there, in the inputs inside; nothing when it stands in none. */
export function selectWord(place: HTMLElement, word: string): void {
  const finder = new WordFinder([{ sensitiveWord: word, propWord: '' }])
  const inputs = [...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[type="text"], textarea')]
  const found = inputs.flatMap((input) => finder.find(input.value).map(({ start, end }) => ({ input, start, end })))
  const isShown = ({ input, start, end }: (typeof found)[number]): boolean =>
    input.selectionStart === start && input.selectionEnd === end && end > start
  const next = found[found.findIndex(isShown) + 1] ?? found[0]
  if (!next) return
  next.input.setSelectionRange(next.start, next.end)
  next.input.focus()
}
