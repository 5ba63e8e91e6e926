/** Texts of the static pages, as document A words them where it does. */
export const STATIC_PAGES = {
  /** A·§5 */
  nothingTicked: '请选择数据',
  cleanTitle: '清除静态页面',
  cleanQuestion: (site: string): string => `将清除站点“${site}”的全部静态页面，需要时可以重新生成。确定清除？`,
  /** The call only queues: 清除成功 and 操作成功 are said when the work is done. */
  cleanQueued: '清除任务已加入队列',
  buildQueued: '生成任务已加入队列',
  cleaned: '清除成功',
  built: '操作成功',
}
