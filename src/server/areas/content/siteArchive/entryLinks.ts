import type { KeyMap } from './importMap.ts'

/** Rewrites links to entries in HTML. */
export type LinkRewriter = (html: string, refs: KeyMap) => string

const HREF = /(\shref\s*=\s*)(["'])([^"']{1,2000})\2/gi
const ORIGIN = /^https?:\/\/([^/?#]+)/i
const TOKENS: Readonly<Record<string, string>> = {
  id: '(?<id>\\d{1,15})',
  menuId: '(?<menuId>\\d{1,15})',
  year: '(?<year>\\d{4})',
  month: '(?<month>\\d{2})',
  day: '(?<day>\\d{2})',
  code: '(?<code>[^/]+)',
}

/**
 * Links to a site's own entries contain entry ids (`/news/{id}.html`). The rewriter replaces them with the new ids
 * and leaves links to other sites alone.
 * @param patterns entry addresses of all columns of the site
 * @param hosts hosts of the exported site
 */
export function createLinkRewriter(patterns: Iterable<string>, hosts: readonly string[]): LinkRewriter {
  const regexes = [...new Set(patterns)].flatMap((pattern) => regexOf(pattern) ?? [])
  const ownHosts = new Set(hosts.map((host) => host.trim().toLowerCase()).filter((host) => host !== ''))
  if (regexes.length === 0) return (html) => html
  return (html, refs) =>
    html.replace(HREF, (whole, before: string, quote: string, address: string) => {
      const host = ORIGIN.exec(address)?.[1]?.toLowerCase()
      if (
        (host !== undefined && !ownHosts.has(host)) ||
        (host === undefined && /^[a-z][a-z\d+.-]*:|^\/\//i.test(address))
      )
        return whole
      for (const regex of regexes) {
        const match = regex.exec(address)
        if (match) return `${before}${quote}${rewriteAddress(address, match, refs)}${quote}`
      }
      return whole
    })
}

/** Null for a pattern without an id, or with a placeholder that occurs twice. */
function regexOf(pattern: string): RegExp | null {
  const parts = pattern
    .trim()
    .replace(/^\/+/, '')
    .split(/\{(\w+)\}/)
  const names = parts.filter((_part, at) => at % 2 === 1)
  if (!names.includes('id') || new Set(names).size < names.length) return null
  const source = parts.map((part, at) =>
    at % 2 === 1 ? (TOKENS[part] ?? `\\{${part}\\}`) : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return new RegExp(`(?:^|/)${source.join('')}(?=$|[?#])`, 'd')
}

function rewriteAddress(address: string, match: RegExpExecArray, refs: KeyMap): string {
  const indices = match.indices?.groups ?? {}
  const changes = (['id', 'menuId'] as const).flatMap((name) => {
    const place = indices[name]
    const now = place && refs.id(name === 'id' ? 'contents' : 'columns', match.groups?.[name])
    return place && now ? [{ place, now: String(now) }] : []
  })
  let text = address
  for (const { place, now } of changes.sort((a, b) => b.place[0] - a.place[0]))
    text = text.slice(0, place[0]) + now + text.slice(place[1])
  return text
}
