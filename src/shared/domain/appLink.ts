/**
 * Links that open a page of the program:
 * `sitecraft://open/admin/model_manage/12?entry=5&at=https://cms.example.com&in=3`. Path and query are the page's
 * address; `at` is the server and `in` the site.
 */
export interface AppLink {
  /** Address of the page, with its query. */
  href: string
  /** Address of the server, `builtin` for the built-in one; '' for the current one. */
  server: string
  /** 0: none. */
  siteId: number
}

export const LINK_SCHEME = 'sitecraft'
const START = `${LINK_SCHEME}://open`
/** Path prefix for links in the page, followed by the part after `sitecraft://open`. */
export const LINK_PATH = '/open'
export const BUILTIN_SERVER = 'builtin'

const MAX_LENGTH = 2000
const MAX_PARAMS = 10
const SERVER = 'at'
const SITE = 'in'

export const isAppLink = (text: string): boolean => text.slice(0, START.length + 1).toLowerCase() === `${START}/`

export function formatAppLink({ href, server, siteId }: AppLink): string {
  const [path = '', query = ''] = href.split('?')
  const all = new URLSearchParams(query)
  if (server !== '') all.set(SERVER, server.replace(/\/+$/, ''))
  if (siteId > 0) all.set(SITE, String(siteId))
  return `${START}${path}${all.size > 0 ? `?${all}` : ''}`
}

/** The page's address for a valid link. */
export const toPageAddress = (link: string): string => LINK_PATH + link.slice(START.length)

/** The link of such a page address. */
export const fromPageAddress = (href: string): string => START + href.slice(LINK_PATH.length)

/** Parses an untrusted link: everything but a plain address is refused, with the reason in Chinese. */
export function parseAppLink(text: string): AppLink | { problem: string } {
  if (text.length > MAX_LENGTH) return { problem: '链接超过 2000 个字，可能已经损坏，请重新复制' }
  if (!isAppLink(text) || !URL.canParse(text) || /[\p{C}\s<>"'`\\]/u.test(text))
    return { problem: '链接格式有误，请重新复制' }
  const [address = '', fragment] = text.split('#')
  const [path = '', query = ''] = address.slice(START.length).split('?')
  // START is directly followed by the path, so there is no port, user name or password.
  if (fragment !== undefined || !/^(\/[\w-]{1,64}){1,8}$/.test(path)) return { problem: '链接格式有误，请重新复制' }
  const params = new URLSearchParams(query)
  if (params.size > MAX_PARAMS || [...params].some(([name, value]) => !isPlain(name, value)))
    return { problem: '链接中含有无法识别的内容，请重新复制' }
  const server = params.get(SERVER) ?? ''
  const site = params.get(SITE) ?? '0'
  if (!isServer(server) || !/^\d{1,9}$/.test(site)) return { problem: '链接中的服务器或站点不正确，请重新复制' }
  params.delete(SERVER)
  params.delete(SITE)
  return {
    href: path + (params.size > 0 ? `?${params}` : ''),
    server: server.replace(/\/+$/, ''),
    siteId: Number(site),
  }
}

const isPlain = (name: string, value: string): boolean =>
  /^[a-z][\w-]{0,30}$/i.test(name) &&
  value.length <= 1000 &&
  !/[\p{C}<>"`]/u.test(value) &&
  !/^\s*(javascript|data|vbscript):/i.test(value)

function isServer(server: string): boolean {
  if (server === '' || server === BUILTIN_SERVER) return true
  if (!URL.canParse(server)) return false
  const { protocol, username, password, search, hash } = new URL(server)
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
}

/** Whether both addresses name the same server. */
export const sameServer = (one: string, other: string): boolean =>
  URL.canParse(one) &&
  URL.canParse(other) &&
  new URL(one).href.replace(/\/+$/, '') === new URL(other).href.replace(/\/+$/, '')
