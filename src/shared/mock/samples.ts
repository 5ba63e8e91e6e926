/** Fixed sample rows of the mock server and of the demo screens, without real data. */

export interface MockDepartment {
  id: string
  /** '0': top level. */
  parentId: string
  parentName: string
  name: string
  label: string
  order: number
  createTime: string
  children?: MockDepartment[]
}

const department = (
  id: string,
  parentId: string,
  parentName: string,
  name: string,
  order: number,
  children: MockDepartment[] = [],
): MockDepartment => ({
  id,
  parentId,
  parentName,
  name,
  label: name,
  order,
  createTime: '2026-01-04 09:00:00',
  ...(children.length > 0 && { children }),
})

/** Returns a fresh copy, which the mock server may change. */
export const mockDepartments = (): MockDepartment[] => [
  department('1', '0', '', '集团总部', 0, [
    department('11', '1', '集团总部', '新闻中心', 0),
    department('12', '1', '集团总部', '人力资源部', 1),
    department('13', '1', '集团总部', '信息技术部', 2, [
      department('131', '13', '信息技术部', '网站运维组', 0),
      department('132', '13', '信息技术部', '设计组', 1),
    ]),
  ]),
  department('2', '0', '', '华东分公司', 1, [department('21', '2', '华东分公司', '市场部', 0)]),
]

export interface MockLog {
  id: number
  account: string
  type: string
  executeResult: string
  ip: string
  datetime: string
}

const LOG_TYPES = ['登录', '新增内容', '修改栏目', '删除附件', '退出'] as const
const LOG_ACCOUNTS = ['admin', 'editor', 'test'] as const
const two = (value: number): string => String(value).padStart(2, '0')

export const MOCK_LOGS: readonly MockLog[] = Array.from({ length: 58 }, (_, index) => ({
  id: 58 - index,
  account: LOG_ACCOUNTS[index % 3] ?? 'admin',
  type: LOG_TYPES[index % 5] ?? '登录',
  executeResult: index % 11 === 4 ? '失败' : '成功',
  ip: `192.0.2.${10 + (index % 40)}`,
  datetime: `2026-11-${two(20 - Math.floor(index / 6))} ${two(17 - (index % 6))}:${two((index * 7) % 60)}:00`,
}))

/** Response of GET /description/getList about the demo components. */
export const MOCK_DESCRIPTIONS: readonly { title: string; description: string }[] = [
  { title: '表格', description: '排序、筛选、分页、固定列和批量操作。' },
  { title: '表单', description: '各种字段、校验和分步填写。' },
  { title: '列表', description: '带头像、标记和操作的条目。' },
  { title: '卡片', description: '一组信息及其操作。' },
  { title: '上传', description: '分片、断点续传和秒传。' },
]
