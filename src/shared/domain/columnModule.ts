/**
 * Modules of columns. The documents give only numbers, and positions for 8 and 9 (contradictions.md 49); the names are
 * this project's.
 */
export const COLUMN_MODULES = [
  { id: 1, title: '文章' },
  { id: 2, title: '图片' },
  { id: 3, title: '视频' },
  { id: 4, title: '下载' },
  { id: 5, title: '产品' },
  { id: 6, title: '招聘' },
  { id: 7, title: '单页' },
  { id: 8, title: '专题' },
  { id: 9, title: '导航专题' },
] as const
