/**
 * Picture stores of the editors whose articles people paste (微信公众号, 秀米, 135编辑器). They refuse to be shown on other
 * websites, so that their pictures have to be taken over. A fixed list: the host fetches from nowhere else, whatever the
 * page asks for.
 */
const STORES = ['qpic.cn', 'xiumi.us', '135editor.com', '135bianjiqi.com'] as const

/** Without these WeChat sends the picture as it was stored, and no WebP, which the resource library does not take. */
const CONVERSIONS = ['tp', 'wxfrom', 'wx_lazy', 'wx_co']

/** Where such a picture is to be fetched; null for every other address. */
export function storedPicture(address: string): URL | null {
  const whole = address.startsWith('//') ? `https:${address}` : address
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '')
    return null
  if (!STORES.some((store) => url.hostname === store || url.hostname.endsWith(`.${store}`))) return null
  url.protocol = 'https:'
  url.hash = ''
  for (const name of CONVERSIONS) url.searchParams.delete(name)
  return url
}
