/** Texts of the channel view, as document A words them. */
export const CHANNEL = {
  addedTitle: '提示',
  /** A·§2: the wording isn't shown; the server's own is taken first. */
  added: '栏目添加成功，请退出后重新登录，以刷新栏目',
}
