/** Messages about storing unsaved text on this computer. */
export const DRAFTS = {
  noAnswer: '本机的站匠服务没有响应',
  /** Above the form, while what is typed can't be kept on this computer. */
  aside: (reason: string): string =>
    `没有暂存到本机：${reason}。您写的内容先保存在这个浏览器里，恢复后会自动交回，请不要清除浏览器数据。`,
  nowhere: (reason: string): string =>
    `没有暂存到本机：${reason}。这个浏览器也不能保存，请先复制您写的内容，不要关闭本页。`,
  waiting: '您写的内容会先保存在这个浏览器里，恢复后自动交回。',
}
