import { PERMISSION } from './permissions.ts'

/** What an API token may be allowed to do: a group of calls, named one by one. */
interface TokenScope {
  key: string
  title: string
  calls: readonly string[]
  /** Permission codes of columns that stay with the token; without the scope they are taken from it. */
  codes?: readonly number[]
}

const COLUMNS = ['column.getTree', 'column.findById', 'site.page'] as const
const FORMS = ['content.form', 'content.selectOptions', 'content.findById'] as const

/**
 * Whatever stands in no scope is refused to every token: accounts, groups, security, messages, logs, rules that work later
 * with the rights of who saved them (copies between sites, plans, WeChat), and the tokens themselves.
 */
export const TOKEN_SCOPES: readonly TokenScope[] = [
  {
    key: 'content.read',
    title: '读取内容',
    calls: [
      ...COLUMNS,
      ...FORMS,
      'content.page',
      'content.draftPage',
      'content.listByIds',
      'content.findByMenuAndSite',
      'content.revisions',
      'content.revision',
      'content.timeline',
    ],
  },
  {
    key: 'content.write',
    title: '新增和修改内容',
    calls: [
      ...COLUMNS,
      ...FORMS,
      'content.save',
      'content.copy',
      'content.option',
      'content.updateSort',
      'content.restoreRevision',
      'content.restore',
    ],
    codes: [PERMISSION.add, PERMISSION.edit, ...Array.from({ length: 12 }, (_each, at) => 1108 + at)],
  },
  {
    key: 'content.publish',
    title: '发布和下线内容',
    calls: ['content.publish', 'content.unpublish'],
    codes: [PERMISSION.publish],
  },
  {
    key: 'content.remove',
    title: '删除内容',
    calls: ['content.deleteByIdList', 'content.recyclePage'],
    codes: [PERMISSION.remove],
  },
  { key: 'column.read', title: '读取栏目和字段', calls: [...COLUMNS, 'column.getSettingField', 'fieldCommon.getList'] },
  {
    key: 'data.read',
    title: '读取标签和字典',
    calls: [
      'label.page',
      'label.findById',
      'labelCategory.page',
      'labelCategory.findById',
      'dictionary.page',
      'dictionary.findById',
      'classify.getTree',
    ],
  },
  { key: 'statics.build', title: '生成静态页面', calls: ['statics.buildHTML', 'statics.state', 'statics.address'] },
  {
    key: 'template.read',
    title: '读取模板文件',
    calls: [
      'template.list',
      'template.findById',
      'templateSync.manifest',
      'templateSync.changes',
      'templateSync.wait',
      'templateSync.readBatch',
    ],
  },
  {
    key: 'template.write',
    title: '修改模板文件',
    calls: [
      'templateSync.putBatch',
      'templateSync.removeBatch',
      'templateSync.put',
      'templateSync.remove',
      'templateSync.makeFolder',
    ],
  },
  { key: 'upload.write', title: '上传文件', calls: ['upload.file', 'upload.image', 'upload.video', 'upload.audio'] },
  {
    key: 'delivery.read',
    title: '读取已发布的内容',
    calls: ['delivery.entries', 'delivery.entry', 'delivery.columns', 'delivery.labels'],
  },
]

const chosen = (scopes: readonly string[]): TokenScope[] => TOKEN_SCOPES.filter(({ key }) => scopes.includes(key))

/** May a token with these scopes make the call? */
export const tokenMayCall = (scopes: readonly string[], name: string): boolean =>
  chosen(scopes).some(({ calls }) => calls.includes(name))

/** The permission codes of columns that a token with these scopes may use, in the numbering of 1101. */
export const tokenCodes = (scopes: readonly string[]): readonly number[] =>
  chosen(scopes).flatMap(({ codes = [] }) => codes)
