import { Parser } from 'htmlparser2'

/** Elements in elements: no editor makes so deep a page, and what parsers do costs with the depth for each element. */
export const HTML_DEPTH = 100

/** Whether elements of a page stand deeper in each other than HTML_DEPTH. Stops reading there: megabytes cost no more. */
export function isTooDeep(html: string): boolean {
  let [depth, deepest] = [0, 0]
  const parser = new Parser({
    onopentagname() {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (depth > HTML_DEPTH) parser.pause()
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.write(html)
  return deepest > HTML_DEPTH
}
