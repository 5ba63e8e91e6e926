interface LineOptions {
  /** Maximum length of a line. */
  maxChars?: number
  /** Creates the error for a longer line. */
  createError?: () => Error
}

/**
 * Splits a text that arrives in pieces into lines. Only a line feed ends a line: node:readline also splits at U+2028
 * and U+2029, which JSON may contain unescaped.
 * @returns the text after the last line feed
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  { maxChars = Infinity, createError = () => new Error('a line is too long') }: LineOptions = {},
): AsyncGenerator<string, string> {
  // Pieces of an unfinished line, joined only once because a long line has thousands.
  let rest: string[] = []
  let length = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    rest.push(first)
    length += first.length
    if (length > maxChars) throw createError()
    const next = others.pop()
    if (next === undefined) continue
    yield rest.join('')
    yield* others
    rest = [next]
    length = next.length
  }
  return rest.join('')
}
