/**
 * Image hosts of the editors whose articles people paste (微信公众号, 秀米, 135编辑器). They block embedding on other websites,
 * so their pictures must be downloaded. The list is fixed: the host program downloads from nowhere else, whatever the
 * page requests.
 */
const IMAGE_HOSTS = ['qpic.cn', 'xiumi.us', '135editor.com', '135bianjiqi.com'] as const

/**
 * WeChat parameters to remove, so that it sends the original picture instead of WebP, which the resource library does
 * not accept.
 */
const CONVERSIONS: ReadonlySet<string> = new Set(['tp', 'wxfrom', 'wx_lazy', 'wx_co'])

/** A plain host name without port or user, then path and query; the fragment is ignored. */
const ADDRESS = /^(?:https?:)?\/\/([a-z\d](?:[a-z\d.-]*[a-z\d])?)(\/[^\s\\?#]*)(?:\?([^\s\\#]*))?(?:#.*)?$/i

/** The HTTPS URL of a picture on a known editor's image host; null for every other address. */
export function toImageHostUrl(address: string): string | null {
  const [, host = '', path = '', query = ''] = ADDRESS.exec(address) ?? []
  const name = host.toLowerCase()
  if (!IMAGE_HOSTS.some((imageHost) => name === imageHost || name.endsWith(`.${imageHost}`))) return null
  const parameters = query.split('&').filter((pair) => pair !== '' && !CONVERSIONS.has(pair.split('=')[0] ?? ''))
  return `https://${name}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
