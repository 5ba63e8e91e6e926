/**
 * A redirect rule: `source` is a path of the site, a final `*` matches everything below it; `target` is a path or
 * another website.
 */
export interface RedirectRule {
  source: string
  target: string
}

/** Maximum length of an address. */
export const MAX_REDIRECT_ADDRESS_CHARS = 1000
/** Maximum length of a redirect chain before it counts as endless; browsers follow about 20. */
const MAX_HOPS = 10
const RESERVED = /^\/(?:files|thumbs)(?:\/|$)/i

/** The problem of an old address with its remedy, in Chinese; null for none. */
export function sourceProblem(text: string): string | null {
  const source = text.trim()
  if (!source.startsWith('/') || source.startsWith('//')) return '旧地址应以 / 开头，不带域名，例如 /news/old.html'
  if (/[?#]/.test(source)) return '旧地址不能带 ? 或 #，跳转时原来的参数会带到新地址'
  if (/[\\\p{Cc}]/u.test(source)) return '旧地址含有反斜杠或看不见的字符，请重新输入'
  if (source === '/' || source === '/*') return '不能让整个网站跳转，请写更具体的旧地址'
  if (source.slice(0, -1).includes('*') || (source.endsWith('*') && !source.endsWith('/*')))
    return '* 只能单独写在最后一个 / 之后，例如 /old/*'
  if (RESERVED.test(source)) return '上传文件的地址（/files/ 和 /thumbs/）不能跳转'
  return null
}

/** The problem of a new address for this old one; null for none. */
export function targetProblem(text: string, source: string): string | null {
  const target = text.trim()
  if (/[\\\p{Cc}\s]/u.test(target)) return '新地址含有空格、反斜杠或看不见的字符，请重新输入'
  if (!/^(?:\/(?!\/)|https?:\/\/[^/])/i.test(target)) return '新地址应以 / 开头，或是以 http(s):// 开头的完整网址'
  const stars = target.split('*').length - 1
  if (stars > 0 && !source.trim().endsWith('/*')) return '旧地址没有 *，新地址也不能有 *'
  if (stars > 1 || (stars === 1 && !target.endsWith('*'))) return '新地址中的 * 只能写在最后'
  if (stars > 0 && BARE_HOST.test(target.slice(0, -1)))
    return '新地址的域名后面应有 /，例如 https://example.com/*，否则可能跳转到其他网站'
  return null
}

/** A website address whose host a following `*` would extend. */
const BARE_HOST = /^https?:\/\/[^/?#]*$/i

/**
 * Builds the new address for a pattern. `rest` comes from the visitor: it must neither extend the host nor, with a
 * second slash, start one.
 */
function fillTarget(target: string, rest: string): string {
  if (!target.endsWith('*')) return target
  const start = target.slice(0, -1)
  const base = BARE_HOST.test(start) ? `${start}/` : start
  return base + (base.endsWith('/') ? rest.replace(/^[/\\]+/, '') : rest)
}

/** Normalizes the addresses of one page: `/news`, `/news/` and `/news/index.html`. */
export function redirectKey(address: string): string {
  if (address.endsWith('/*')) return `${redirectKey(address.slice(0, -2))}/*`
  return decodeAddress(address).replace(/\/(?:index\.html?)?$/i, '') || '/'
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The rules of a site, matched by address: exact rules first, then the longest pattern. */
export class RedirectTable<Rule extends RedirectRule = RedirectRule> {
  readonly #exact = new Map<string, Rule>()
  readonly #patterns: { start: string; rule: Rule }[] = []

  constructor(rules: Iterable<Rule>) {
    for (const rule of rules) this.#insert(rule)
    this.#patterns.sort((a, b) => b.start.length - a.start.length)
  }

  /** Finds the rule of an address; null if no rule matches. `path` has no `?` and `#`. */
  find(path: string): { rule: Rule; target: string } | null {
    const key = redirectKey(path)
    const exact = this.#exact.get(key)
    if (exact) return { rule: exact, target: exact.target }
    const whole = decodeAddress(path)
    for (const { start, rule } of this.#patterns) {
      if (!whole.startsWith(start)) continue
      const rest = encodeURI(whole.slice(start.length))
      return { rule, target: fillTarget(rule.target, rest) }
    }
    return null
  }

  /** Adds a rule, or replaces the rule with the same old address. */
  add(rule: Rule): void {
    this.#insert(rule)
    this.#patterns.sort((a, b) => b.start.length - a.start.length)
  }

  remove(source: string): void {
    const key = redirectKey(source)
    this.#exact.delete(key)
    const at = this.#patterns.findIndex(({ start }) => `${start}*` === key)
    if (at >= 0) this.#patterns.splice(at, 1)
  }

  /** The addresses of an endless redirect chain through this rule; null if there is none. */
  findLoop(rule: Rule, hosts: readonly string[]): string[] | null {
    const starts = rule.source.endsWith('/*')
      ? [rule.source.replace(/\*$/, 'x'), ...this.#below(rule.source.slice(0, -1))]
      : [rule.source]
    return starts.map((start) => this.#chainFrom(start, hosts)).find((chain) => chain !== null) ?? null
  }

  #insert(rule: Rule): void {
    const key = redirectKey(rule.source)
    if (!key.endsWith('/*')) return void this.#exact.set(key, rule)
    const start = key.slice(0, -1)
    const at = this.#patterns.findIndex((each) => each.start === start)
    if (at >= 0) this.#patterns.splice(at, 1)
    this.#patterns.push({ start, rule })
  }

  /** Sources and targets of rules that are below a pattern. */
  #below(start: string): string[] {
    const all = [...this.#exact.values()].flatMap(({ source, target }) => [source, target])
    return all.filter((address) => decodeAddress(address).startsWith(decodeAddress(start)))
  }

  #chainFrom(start: string, hosts: readonly string[]): string[] | null {
    const chain = [start]
    const visited = new Set([redirectKey(start)])
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const found = this.find(chain.at(-1) ?? '')
      const next = found && pathOn(found.target, hosts)
      if (!next) return null
      chain.push(next)
      const key = redirectKey(next)
      if (visited.has(key)) return chain
      visited.add(key)
    }
    return chain
  }
}

/** The path of an address on the site itself; null for another website. */
function pathOn(target: string, hosts: readonly string[]): string | null {
  const bare = target.split(/[?#]/)[0] ?? ''
  if (bare.startsWith('/')) return bare
  const url = URL.parse(bare)
  return url && hosts.includes(url.hostname.toLowerCase()) ? url.pathname : null
}

/** The redirect address with the visitor's query string. */
export function withQuery(target: string, search: string): string {
  if (search === '') return target
  const [body = '', hash] = target.split('#', 2)
  return `${body}${body.includes('?') ? '&' : '?'}${search}${hash === undefined ? '' : `#${hash}`}`
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
const escapePattern = (path: string): string => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Encodes non-ASCII characters for an HTTP header. */
export const toHeaderAddress = (target: string): string => target.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
/** Also encodes `$`, which would start an nginx variable. */
const toNginxAddress = (target: string): string => toHeaderAddress(target).replace(/["{}$\\]/g, encodeURIComponent)

/** The rules as directives of an nginx `server` block, in the order of precedence. */
export function formatNginxRules(rules: readonly RedirectRule[]): string {
  const isPattern = ({ source }: RedirectRule): boolean => source.endsWith('/*')
  const exact = rules
    .filter((rule) => !isPattern(rule))
    .map(
      ({ source, target }) =>
        `rewrite ${quote(`^${escapePattern(redirectKey(source))}(?:/|/index\\.html?)?$`)} ${quote(toNginxAddress(target))} permanent;`,
    )
  const patterns = rules
    .filter(isPattern)
    .toSorted((a, b) => b.source.length - a.source.length)
    .map(({ source, target }) => {
      const to = target.endsWith('*') ? `${toNginxAddress(fillTarget(target, ''))}$1` : toNginxAddress(target)
      return `rewrite ${quote(`^${escapePattern(redirectKey(source).slice(0, -1))}[/\\\\]*(.*)$`)} ${quote(to)} permanent;`
    })
  return [...exact, ...patterns, ''].join('\n')
}
