interface Span {
  /** Match of the opening pattern. */
  opening: RegExpExecArray
  /** Position after its end; null: it has no end, or is not closed. */
  end: number | null
}

/**
 * Finds parts with an opening and an end, such as comments, in one pass, however many are unclosed. Openings inside a
 * part are skipped.
 * @param opening a global pattern
 * @param endOf the global pattern of an opening's end, the same object for the same end; null: no end
 */
export function* findSpans(
  text: string,
  opening: RegExp,
  endOf: (opening: RegExpExecArray) => RegExp | null,
): Generator<Span> {
  const endless = new Set<RegExp>()
  let after = 0
  for (const found of text.matchAll(opening)) {
    if (found.index < after) continue
    const closing = endOf(found)
    if (!closing || endless.has(closing)) {
      yield { opening: found, end: null }
      continue
    }
    closing.lastIndex = found.index + found[0].length
    const end = closing.test(text) ? closing.lastIndex : null
    if (end === null) endless.add(closing)
    else after = end
    yield { opening: found, end }
  }
}

/** Replaces each part of the text; null keeps it. */
export function replaceSpans(
  text: string,
  spans: Iterable<Span>,
  by: (span: Span, whole: string) => string | null,
): string {
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    const { index, 0: begin } = span.opening
    const end = span.end ?? index + begin.length
    const part = by(span, text.slice(index, end))
    if (part === null) continue
    parts.push(text.slice(at, index), part)
    at = end
  }
  return parts.join('') + text.slice(at)
}

/** Start of the last match of a global pattern; -1 for none. */
export function lastIndexOf(text: string, pattern: RegExp): number {
  let last = -1
  for (const { index } of text.matchAll(pattern)) last = index
  return last
}
