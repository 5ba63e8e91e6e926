/** The beginning of an attribute with an address, up to its value. */
const ADDRESS_START = /\s(?:xlink:)?(?:href|src|action|formaction|poster|data)\s*=\s*(["']?)/gi
/** A tag or an output of the template. */
const TOKEN = /\{%-?\s*(\w*)(?:(?!%\}|\{%)[\s\S])*%\}|(\{\{(?:(?!\}\}|\{\{)[\s\S])*?)(-?\}\})/y
const BRANCHING = /^(?:if|unless|case|for|tablerow|comment)$/
const BRANCH = /^(?:else|elsif|elseif|when)$/

/**
 * Guards output at the start of addresses against scripts, also after tags: `href="{% if article.link %}{{ article.link
 * }}{% endif %}"`. Line numbers don't change.
 */
export function guardLinks(text: string): string {
  let guarded = ''
  let at = 0
  const start = new RegExp(ADDRESS_START)
  const endless = new Map<string, Set<number>>()
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const from = found.index + found[0].length
    const { value, end } = guardValue(text, from, found[1] ?? '', endless)
    guarded += text.slice(at, from) + value
    at = end
    start.lastIndex = end
  }
  return guarded + text.slice(at)
}

/**
 * Guards one attribute value. An unclosed value is skipped, so that the rest is still processed.
 * @param endless by quote, indexes from which no end was found: a later value that reaches one has no end either
 */
function guardValue(
  text: string,
  from: number,
  quote: string,
  endless: Map<string, Set<number>>,
): { value: string; end: number } {
  const known = endless.get(quote) ?? new Set()
  const passed: number[] = []
  const outer: boolean[] = []
  let isStart = true
  let value = ''
  let at = from
  while (at < text.length && !known.has(at)) {
    passed.push(at)
    TOKEN.lastIndex = at
    const [token, tag, output, close] = TOKEN.exec(text) ?? []
    if (token === undefined) {
      const sign = text.charAt(at)
      const isBlank = /\s/.test(sign)
      if (quote === '' ? isBlank || sign === '>' : sign === quote) return { value, end: at }
      if (!isBlank) isStart = false
      value += sign
      at += 1
      continue
    }
    value += output !== undefined && isStart ? `${output} | safe_address ${close}` : token
    at += token.length
    if (tag === undefined) continue
    if (BRANCHING.test(tag)) outer.push(isStart)
    else if (BRANCH.test(tag)) isStart = outer.at(-1) ?? true
    else if (tag.startsWith('end')) isStart = outer.pop() ?? isStart
  }
  if (quote === '') return { value, end: at }
  for (const place of passed) known.add(place)
  endless.set(quote, known)
  return { value: '', end: from }
}
