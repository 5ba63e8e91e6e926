/**
 * Links that open a place of the program: `sitecraft://open/admin/model_manage/12?entry=5&at=https://cms.example.com&in=3`.
 * The path and its query are an address of the page; `at` is the server and `in` the site that it belongs to.
 */
export interface AppLink {
  /** Address of the page, with its query. */
  href: string
  /** Address of the server, `builtin` for the one of this program; '' for the one that is in use. */
  server: string
  /** 0: none. */
  siteId: number
}

export const LINK_SCHEME = 'sitecraft'
const START = `${LINK_SCHEME}://open`
/** Where the page takes a link: behind it stands what stands behind `sitecraft://open`. */
export const LINK_PATH = '/open'
export const BUILTIN_SERVER = 'builtin'

const MOST = 2000
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

/** The address at which the page takes this link; the link has to be a right one. */
export const pageOfLink = (link: string): string => LINK_PATH + link.slice(START.length)

/** The link that the page was given at this address. */
export const linkOfPage = (href: string): string => START + href.slice(LINK_PATH.length)

/** Reads a link from outside: everything that is no plain address is refused, with the reason in Chinese. */
export function parseAppLink(text: string): AppLink | { problem: string } {
  if (text.length > MOST) return { problem: '链接太长，可能已经损坏，请重新复制' }
  if (!isAppLink(text) || !URL.canParse(text) || /[\p{C}\s<>"'`\\]/u.test(text))
    return { problem: '链接的格式不正确，请重新复制' }
  const [address = '', fragment] = text.split('#')
  const [path = '', query = ''] = address.slice(START.length).split('?')
  // Ports, names and passwords would stand before the path: START is followed by it at once.
  if (fragment !== undefined || !/^(\/[\w-]{1,64}){1,8}$/.test(path)) return { problem: '链接的格式不正确，请重新复制' }
  const params = new URLSearchParams(query)
  if (params.size > MAX_PARAMS || [...params].some(([name, value]) => !isPlain(name, value)))
    return { problem: '链接里有不能识别的内容，没有打开' }
  const server = params.get(SERVER) ?? ''
  const site = params.get(SITE) ?? '0'
  if (!isServer(server) || !/^\d{1,9}$/.test(site)) return { problem: '链接里的服务器或站点不正确，请重新复制' }
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

/** Do both name the same server? */
export const sameServer = (one: string, other: string): boolean =>
  URL.canParse(one) &&
  URL.canParse(other) &&
  new URL(one).href.replace(/\/+$/, '') === new URL(other).href.replace(/\/+$/, '')
