import { Button, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components'
import {
  ArrowDownloadRegular,
  ArchiveRegular,
  DeleteRegular,
  type FluentIcon,
  HistoryRegular,
  LinkRegular,
  OpenRegular,
  RenameRegular,
} from '@fluentui/react-icons'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { kindOf } from '#renderer/features/fileEditor/fileKinds.ts'

/** The actions of a file or folder. */
export interface FileActions {
  open(entry: FileEntry): void
  download(entry: FileEntry): void
  unzip(entry: FileEntry): void
  rename(entry: FileEntry): void
  history(entry: FileEntry): void
  copyLink(entry: FileEntry): void
  remove(entry: FileEntry): void
}

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  icon: { fontSize: '20px', flexShrink: 0, lineHeight: 0, color: tokens.colorBrandForeground1 },
  actions: { display: 'flex', justifyContent: 'end', gap: tokens.spacingHorizontalXXS },
})

/** A·§2: file name, modified time, actions; the size is an addition. */
export const fileColumns = (actions: FileActions, atRoot: boolean): TableColumn<FileEntry>[] => [
  { key: 'name', title: '文件名', render: (row) => <Name entry={row} /> },
  { key: 'updateTime', title: '修改时间', width: '176px', render: (row) => row.updateTime },
  {
    key: 'size',
    title: '大小',
    width: '96px',
    align: 'end',
    render: (row) => (row.folder ? '' : formatBytes(row.size)),
  },
  {
    key: 'actions',
    title: '操作',
    width: '254px',
    align: 'end',
    render: (row) => <Actions entry={row} actions={actions} atRoot={atRoot} />,
  },
]

function Name({ entry }: { entry: FileEntry }) {
  const styles = useStyles()
  const { icon: Icon, title } = kindOf(entry)
  return (
    <span className={styles.name}>
      <span className={styles.icon}>
        <Icon aria-label={title} />
      </span>
      <Text truncate wrap={false} block title={entry.name}>
        {entry.name}
      </Text>
    </span>
  )
}

/**
 * contradictions.md 42: files directly in the template's folder can't be renamed. Download: files only; unzip: zips
 * only.
 */
function Actions({ entry, actions, atRoot }: { entry: FileEntry; actions: FileActions; atRoot: boolean }) {
  const styles = useStyles()
  const offered: readonly [boolean, string, FluentIcon, (entry: FileEntry) => void][] = [
    [entry.zip, '解压', ArchiveRegular, actions.unzip],
    [true, '打开', OpenRegular, actions.open],
    [entry.file, '下载', ArrowDownloadRegular, actions.download],
    [entry.file, '历史版本', HistoryRegular, actions.history],
    [entry.file, '复制链接', LinkRegular, actions.copyLink],
    [!atRoot, '重命名', RenameRegular, actions.rename],
    [true, '删除', DeleteRegular, actions.remove],
  ]
  return (
    <div className={styles.actions}>
      {offered.map(
        ([shown, title, Icon, run]) =>
          shown && (
            <Tooltip key={title} content={`${title} ${entry.name}`} relationship="label">
              <Button size="small" appearance="subtle" icon={<Icon />} onClick={() => run(entry)} />
            </Tooltip>
          ),
      )}
    </div>
  )
}
