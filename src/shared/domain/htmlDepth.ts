import { Parser } from 'htmlparser2'

/**
 * Maximum nesting depth of elements: no editor produces more, and the parser's cost per element grows with the depth.
 */
export const MAX_HTML_DEPTH = 100

/** Whether elements are nested deeper than MAX_HTML_DEPTH. Parsing stops there, so that large pages cost no more. */
export function isTooDeep(html: string): boolean {
  let [depth, deepest] = [0, 0]
  const parser = new Parser({
    onopentagname() {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (depth > MAX_HTML_DEPTH) parser.pause()
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.write(html)
  return deepest > MAX_HTML_DEPTH
}
