/** A part of a text: start offset, and end offset (exclusive). */
export type Span = readonly [from: number, to: number]

/**
 * Yields the parts that begin with `start` and end with `end`. Runs in linear time; a regular expression would scan
 * to the end of the text from every unclosed start and block the server.
 * @param most longest part that is yielded
 */
export function* findSpans(
  text: string,
  { start, end, most = Number.MAX_SAFE_INTEGER }: { start: RegExp; end: string; most?: number },
): Generator<Span, void> {
  const starts = new RegExp(start.source, 'gi')
  let close = -1
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const inside = found.index + found[0].length
    if (close < inside) close = text.indexOf(end, inside)
    if (close < 0) return
    const to = close + end.length
    if (to - found.index > most) continue
    yield [found.index, to]
    starts.lastIndex = to
  }
}

/** Replaces the parts of a text. */
export function replaceSpans(text: string, spans: Iterable<Span>, replace: (part: string) => string): string {
  const parts: string[] = []
  let done = 0
  for (const [from, to] of spans) {
    parts.push(text.slice(done, from), replace(text.slice(from, to)))
    done = to
  }
  parts.push(text.slice(done))
  return parts.join('')
}
