/** Texts of the site list, as document A words them (A·§8). */
export const SITE = {
  startQuestion: '确定开启站点？',
  stopQuestion: '确定关闭站点？',
  deleteQuestion: '确认删除？ 操作不可撤销！',
  /** Shown as an alert. */
  created: '站点创建成功',
  createdNext: '新站点默认停用，准备好后在列表中开启。',
}

/** A·§3: how a site is managed. */
export const MANAGE_TYPES: Readonly<Record<number, string>> = { 1201: '统一', 1202: '独立' }
