interface LineOptions {
  /** Characters of one line. */
  most?: number
  /** What is thrown for a longer one. */
  tooLong?: () => Error
}

/**
 * Lines of a text that comes in pieces. They end with a line feed alone: node:readline also ends them at U+2028 and U+2029, which
 * JSON may hold as they are.
 * @returns what stands behind the last line feed
 */
export async function* linesIn(
  pieces: AsyncIterable<string>,
  { most = Infinity, tooLong = () => new Error('a line is too long') }: LineOptions = {},
): AsyncGenerator<string, string> {
  // Pieces of a line that goes on: put together once, for a long one has thousands.
  let rest: string[] = []
  let length = 0
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    rest.push(first)
    length += first.length
    if (length > most) throw tooLong()
    const next = others.pop()
    if (next === undefined) continue
    yield rest.join('')
    yield* others
    rest = [next]
    length = next.length
  }
  return rest.join('')
}
