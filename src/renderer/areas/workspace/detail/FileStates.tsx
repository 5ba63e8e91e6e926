import { Dropdown, makeStyles, Option, Text, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import {
  ArrowDownloadRegular,
  ArrowUploadRegular,
  CheckmarkCircleRegular,
  ClockRegular,
  CloudArrowDownRegular,
  EditRegular,
  ErrorCircleRegular,
  EyeOffRegular,
  type FluentIcon,
  ProhibitedRegular,
  WarningRegular,
} from '@fluentui/react-icons'
import type { WorkspaceFile } from '#shared/contract/workspace.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { filterFiles, type FilterId, FILTERS, sortFiles } from './filters.ts'

const useStyles = makeStyles({
  state: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { fontSize: '18px', flexShrink: 0, display: 'block' },
  file: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalM },
  // The path shrinks last: it names the file, while the explanation is also in the tooltip.
  path: { overflow: 'hidden', textOverflow: 'ellipsis', flexShrink: 1, minWidth: 0 },
  reason: { color: tokens.colorNeutralForeground3, flex: '1 1000 0', minWidth: '6em' },
  good: { color: tokens.colorStatusSuccessForeground1 },
  busy: { color: tokens.colorBrandForeground1 },
  care: { color: tokens.colorStatusWarningForeground1 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  filter: { minWidth: '150px' },
})

/** Names of a file's states. */
const FILE_STATE: Record<WorkspaceFile['state'], string> = {
  synced: '已同步',
  'local-changed': '本地已修改',
  'remote-changed': '服务器已修改',
  uploading: '正在上传',
  downloading: '正在下载',
  waiting: '等待同步',
  conflict: '冲突',
  failed: '失败',
  ignored: '已忽略',
  unsupported: '不支持',
}

function State({ file }: { file: WorkspaceFile }) {
  const styles = useStyles()
  const { icon: Icon, tone } = stateIcon(file.state)
  return (
    <span className={styles.state}>
      <span className={styles[tone]}>
        <Icon className={styles.icon} aria-hidden />
      </span>
      {FILE_STATE[file.state]}
    </span>
  )
}

function Path({ file }: { file: WorkspaceFile }) {
  const styles = useStyles()
  return (
    <span className={styles.file} title={[file.path, file.reason].filter(Boolean).join('\n')}>
      <span className={styles.path}>{file.path}</span>
      {file.reason && (
        <Text size={200} className={styles.reason} truncate wrap={false}>
          {file.reason}
        </Text>
      )}
    </span>
  )
}

const COLUMNS: TableColumn<WorkspaceFile>[] = [
  { key: 'state', title: '状态', width: '140px', render: (row) => <State file={row} /> },
  { key: 'path', title: '文件', render: (row) => <Path file={row} /> },
  {
    key: 'size',
    title: '大小',
    width: '90px',
    align: 'end',
    render: (row) => (row.kind === 'folder' ? '' : formatBytes(row.size)),
  },
  {
    key: 'at',
    title: '最近传送',
    width: '176px',
    render: (row) => (row.at ? formatDateTime(Date.parse(row.at)) : ''),
  },
]

interface Props {
  files: readonly WorkspaceFile[]
  filter: FilterId
  onFilter: (filter: FilterId) => void
}

/** Every file with its state; files that need attention come first. */
export function FileStates({ files, filter, onFilter }: Props) {
  const styles = useStyles()
  const [key, setKey] = useState('')
  const shown = useMemo(() => sortFiles(filterFiles(files, filter, key)), [files, filter, key])
  return (
    <>
      <Toolbar end={<Text role="status">{describeCount(shown)}</Text>}>
        <SearchBox value={key} onSearch={setKey} placeholder="搜索文件" />
        <Dropdown
          className={styles.filter}
          aria-label="按状态筛选"
          value={FILTERS[filter].title}
          selectedOptions={[filter]}
          onOptionSelect={(_event, { optionValue }) => optionValue && onFilter(optionValue as FilterId)}
        >
          {Object.entries(FILTERS).map(([id, { title }]) => (
            <Option key={id} value={id}>
              {title}
            </Option>
          ))}
        </Dropdown>
      </Toolbar>
      <DataTable
        label="同步的文件"
        columns={COLUMNS}
        rows={shown}
        rowKey={(row) => row.path}
        empty={<EmptyState title={files.length === 0 ? '还没有文件' : '没有符合条件的文件'} />}
      />
    </>
  )
}

function describeCount(shown: readonly WorkspaceFile[]): string {
  const folders = shown.filter((each) => each.kind === 'folder').length
  const files = `显示 ${shown.length - folders} 个文件`
  return folders > 0 ? `${files}、${folders} 个文件夹` : files
}

type Tone = 'good' | 'busy' | 'care' | 'bad' | 'quiet'

const ICONS: Record<WorkspaceFile['state'], { icon: FluentIcon; tone: Tone }> = {
  synced: { icon: CheckmarkCircleRegular, tone: 'good' },
  'local-changed': { icon: EditRegular, tone: 'busy' },
  'remote-changed': { icon: CloudArrowDownRegular, tone: 'busy' },
  uploading: { icon: ArrowUploadRegular, tone: 'busy' },
  downloading: { icon: ArrowDownloadRegular, tone: 'busy' },
  waiting: { icon: ClockRegular, tone: 'care' },
  conflict: { icon: WarningRegular, tone: 'care' },
  failed: { icon: ErrorCircleRegular, tone: 'bad' },
  ignored: { icon: EyeOffRegular, tone: 'quiet' },
  unsupported: { icon: ProhibitedRegular, tone: 'quiet' },
}

/** Icon and colour of a file's state. */
const stateIcon = (state: WorkspaceFile['state']): { icon: FluentIcon; tone: Tone } => ICONS[state]
