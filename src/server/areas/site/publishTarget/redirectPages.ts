import type { Kysely } from 'kysely'
import type { AddressRules } from '#engine/rewrite/index.ts'
import type { Database } from '#server/db/schema.ts'
import { escapeHtml } from '#server/html/escape.ts'
import { readActiveRules } from '../redirect/index.ts'

/** The file that a web server shows at an address; null for one that only rules of the web server can answer. */
export function fileAt(source: string): string | null {
  if (/[*?#\\\p{Cc}]/u.test(source) || !source.startsWith('/')) return null
  let path
  try {
    path = decodeURI(source).replace(/^\/+/, '')
  } catch {
    return null
  }
  if (path.split('/').some((name) => /^\.+$/.test(name))) return null
  if (path === '' || path.endsWith('/')) return `${path}index.html`
  if (/\.html?$/i.test(path)) return path
  return /\.[^/.]+$/.test(path) ? null : `${path}/index.html`
}

/** The address that a redirect leads to at a target. */
export const localAddress = (target: string, basePath: string): string =>
  target.startsWith('/') && !target.startsWith('//') ? basePath + target : target

/**
 * Pages at the old addresses of a site's redirects, for web servers and object stores that know no rules. They lead on at once, also
 * without scripts, and name the new address to search engines.
 * @param isTaken whether the site has a file at this path
 */
export async function redirectPages(
  db: Kysely<Database>,
  siteId: number,
  { basePath }: Pick<AddressRules, 'basePath'>,
  isTaken: (path: string) => boolean,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const { source, target } of await readActiveRules(db, siteId)) {
    const path = fileAt(source)
    if (path === null || isTaken(path) || pages.has(path)) continue
    const to = escapeHtml(localAddress(target, basePath))
    pages.set(
      path,
      `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>页面已移动</title><link rel="canonical" href="${to}">` +
        `<meta http-equiv="refresh" content="0; url=${to}"><p>页面已移动到 <a href="${to}">${to}</a></p></html>\n`,
    )
  }
  return pages
}
