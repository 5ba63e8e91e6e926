/** Texts of the channel view, as document A words them. */
export const CHANNEL = {
  deleteTitle: (title: string): string => `删除频道“${title}”`,
  /** A·§8 */
  deleteQuestion: '确认删除？ 操作不可撤销！',
  addedTitle: '提示',
  /** A·§2: the wording isn't shown; the server's own is taken first. */
  added: '栏目添加成功，请退出后重新登录，以刷新栏目',
}
