import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'

/** 打开网站: the built pages of a site in a window of the browser, at the server's own address for them. */
export async function openSite({ id, title }: { id: number; title: string }): Promise<void> {
  try {
    const { url, isBuilt, isStatus } = (await call('statics.address', { id })).data
    if (!isBuilt) notify('warning', `站点“${title}”还没有静态页面，请先在“静态生成”中生成`)
    else if (!isStatus) notify('warning', `站点“${title}”已关闭，访客无法访问网站，请先开启`)
    else window.open(url, '_blank', 'noopener,noreferrer')
  } catch (error) {
    showError(error)
  }
}
