/**
 * Picture stores of the editors whose articles people paste (微信公众号, 秀米, 135编辑器). They refuse to be shown on other
 * websites, so that their pictures have to be taken over. A fixed list: the host fetches from nowhere else, whatever the
 * page asks for.
 */
const STORES = ['qpic.cn', 'xiumi.us', '135editor.com', '135bianjiqi.com'] as const

/** Without these WeChat sends the picture as it was stored, and no WebP, which the resource library does not take. */
const CONVERSIONS: ReadonlySet<string> = new Set(['tp', 'wxfrom', 'wx_lazy', 'wx_co'])

/** A plain host name, without port or user, then path and query; a fragment is left out. */
const ADDRESS = /^(?:https?:)?\/\/([a-z\d](?:[a-z\d.-]*[a-z\d])?)(\/[^\s\\?#]*)(?:\?([^\s\\#]*))?(?:#.*)?$/i

/** The HTTPS URL of a picture in a known editor's store; null for every other address. */
export function storedPicture(address: string): string | null {
  const [, host = '', path = '', query = ''] = ADDRESS.exec(address) ?? []
  const name = host.toLowerCase()
  if (!STORES.some((store) => name === store || name.endsWith(`.${store}`))) return null
  const parameters = query.split('&').filter((pair) => pair !== '' && !CONVERSIONS.has(pair.split('=')[0] ?? ''))
  return `https://${name}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
