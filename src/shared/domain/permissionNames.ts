import { PERMISSION } from '#shared/domain/permissions.ts'

/** B·§6: 1108 to 1119, in this order. */
const TOGGLES = [
  '首页置顶',
  '首页热门',
  '首页推荐',
  '频道置顶',
  '频道热门',
  '频道推荐',
  '栏目页置顶',
  '栏目页热门',
  '栏目页推荐',
  '导航推荐',
  '右侧推荐',
  '左侧推荐',
].map((title, index) => ({ id: 1108 + index, title }))

/** A·§6: the names of the permission ids in order. 1106 and 1107 can be granted but guard no button yet. */
export const PERMISSION_NAMES = [
  { id: PERMISSION.add, title: '新增' },
  { id: PERMISSION.edit, title: '编辑' },
  { id: PERMISSION.remove, title: '删除' },
  { id: PERMISSION.publish, title: '发布' },
  { id: PERMISSION.plain, title: '查看' },
  { id: PERMISSION.reserved1106, title: '审核' },
  { id: PERMISSION.reserved1107, title: '推荐' },
  ...TOGGLES,
  { id: PERMISSION.exportSheet, title: '导出' },
  { id: PERMISSION.importSheet, title: '导入' },
  { id: PERMISSION.status, title: '状态' },
]
