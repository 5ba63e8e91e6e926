import { makeStyles, mergeClasses, Subtitle2, Text, tokens } from '@fluentui/react-components'
import type { LogDetail, RecordChange } from '#shared/contract/log.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'

/** Titles of common fields; other fields are shown with their own name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  id: '编号',
  title: '名称',
  name: '名称',
  note: '说明',
  value: '值',
  code: '栏目代码',
  sort: '排序',
  type: '类型',
  url: '链接',
  isStatus: '状态',
  siteId: '站点',
  parentId: '上级',
  templateId: '模板',
  departmentId: '部门',
  createDate: '创建时间',
  userName: '账号',
  trueName: '姓名',
  employeeNumber: '员工编号',
  phone: '手机号',
  email: '邮箱',
  roleIdList: '用户组',
  groupName: '用户组',
  nickName: '昵称',
  levelId: '会员等级',
  symbol: '标识符',
  domain: '域名',
  domainList: '域名',
  manageType: '管理方式',
  seoTitle: 'SEO 标题',
  seoKeywords: 'SEO 关键词',
  seoDescription: 'SEO 描述',
  icp: '备案号',
  copyright: '版权',
  grayscale: '哀悼模式',
  content: '内容',
  path: '路径',
  menuType: '栏目类型',
  linkUrl: '链接',
}

/** The title of a field. */
const fieldName = (name: string): string => (Object.hasOwn(FIELD_NAMES, name) ? (FIELD_NAMES[name] ?? name) : name)

const cell = {
  padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  border: `1px solid ${tokens.colorNeutralStroke2}`,
  textAlign: 'start',
  verticalAlign: 'top',
} as const

const useStyles = makeStyles({
  scroll: { overflow: 'auto', minHeight: 0, display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start' },
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' },
  name: {
    ...cell,
    width: '140px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  value: { ...cell, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  code: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  // Limits the height, so that the changes below stay in view.
  long: { display: 'block', maxHeight: '180px', overflow: 'auto' },
  record: { display: 'grid', gap: tokens.spacingVerticalS },
  before: { color: tokens.colorStatusDangerForeground1 },
  after: { color: tokens.colorStatusSuccessForeground1 },
  muted: { color: tokens.colorNeutralForeground3 },
})

const ROW_LABELS = {
  id: '序号',
  createBy: '操作人',
  title: '操作名称',
  postTime: '操作时间',
  beginTime: '响应时间(ms)',
  url: '请求地址',
  httpMethod: '请求方式',
  classMethod: '请求方法',
  requestData: '请求参数',
  responseData: '响应结果',
}

const NAMES = Object.keys(ROW_LABELS) as (keyof typeof ROW_LABELS)[]
/** Number of JSON lines up to which a value does not scroll. */
const MAX_UNSCROLLED_LINES = 8
const JSON_ROWS: ReadonlySet<string> = new Set(['requestData', 'responseData'])

/** C·§2: one log line, read only, with the values of the record before and after the operation. */
export function LogDetailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const styles = useStyles()
  const { data, error, refetch } = useRead('log.findById', { id }, { quiet: true })
  return (
    <PanelDialog title="日志详情" size="medium" onClose={onClose}>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && (
        // Focusable, so that long content scrolls by keyboard.
        <div className={styles.scroll} role="region" aria-label="日志详情" tabIndex={0}>
          <Rows line={data} />
          {data.changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </div>
      )}
    </PanelDialog>
  )
}

function Rows({ line }: { line: LogDetail }) {
  const styles = useStyles()
  return (
    <table className={styles.table} aria-label="日志详情">
      <tbody>
        {NAMES.map((name) => (
          <tr key={name}>
            <th scope="row" className={styles.name}>
              {ROW_LABELS[name]}
            </th>
            <td className={styles.value}>
              {JSON_ROWS.has(name) ? <Json name={ROW_LABELS[name]} text={String(line[name])} /> : line[name]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Formatted JSON; long values scroll. */
function Json({ name, text }: { name: string; text: string }) {
  const styles = useStyles()
  const shown = formatJson(text)
  if (shown.split('\n').length <= MAX_UNSCROLLED_LINES) return <span className={styles.code}>{shown}</span>
  return (
    <div className={mergeClasses(styles.code, styles.long)} role="region" aria-label={name} tabIndex={0}>
      {shown}
    </div>
  )
}

const CHANGE_KINDS = { made: '新增', changed: '修改', removed: '删除' }

function Change({ change: { title, what, fields, more } }: { change: RecordChange }) {
  const styles = useStyles()
  const name = `修改前后：${CHANGE_KINDS[what]}${title ? `“${title}”` : ''}`
  return (
    <section className={styles.record} aria-label={name}>
      <Subtitle2 as="h3">{name}</Subtitle2>
      <table className={styles.table} aria-label={name}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              字段
            </th>
            <th scope="col" className={styles.value}>
              修改前
            </th>
            <th scope="col" className={styles.value}>
              修改后
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row" className={styles.name}>
                <span title={field.name}>{fieldName(field.name)}</span>
              </th>
              <td className={styles.value}>
                <span className={styles.before}>{field.before || '—'}</span>
              </td>
              <td className={styles.value}>
                <span className={styles.after}>{field.after || '—'}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <Text className={styles.muted}>{`还有 ${more} 个字段未列出`}</Text>}
    </section>
  )
}

/** Formats JSON; other text stays unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
