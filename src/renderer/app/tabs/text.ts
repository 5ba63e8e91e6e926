/** Words of page tabs that move between windows. */
export const WINDOWS = {
  tear: '在新窗口打开',
  back: '移回主窗口',
  blocked: '浏览器拦截了新窗口，页面留在这里。请允许这个地址弹出窗口，然后重试。',
  openThere: '主窗口中已经打开这个页面，并且有未保存的内容。请先在主窗口中保存，再移回。',
  noMain: '没有其他窗口，这个窗口现在是主窗口',
  gone: '页面没有打开',
}
