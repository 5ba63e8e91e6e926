import {
  Button,
  makeStyles,
  Spinner,
  Text,
  tokens,
  Tooltip,
  Tree,
  TreeItem,
  TreeItemLayout,
  type TreeItemValue,
} from '@fluentui/react-components'
import { ArrowClockwiseRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { kindOf } from '../files/fileKinds.ts'
import { parentPath } from '../files/paths.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS, paddingInlineStart: '4px' },
  title: { flex: '1 1 auto', minWidth: 0 },
  tree: { flex: '1 1 auto', overflow: 'auto', minHeight: 0 },
  note: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXL}`, color: tokens.colorNeutralForeground3 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', display: 'block' },
})

interface Props {
  /** The template's folder: nothing above it is shown. */
  root: string
  /** The folder that the tree starts with. */
  start: string
  onOpen: (entry: FileEntry) => void
}

/** A·§2: the lazily loaded directory tree, with back-one-level and refresh. */
export function FileTree({ root, start, onOpen }: Props) {
  const styles = useStyles()
  const [top, setTop] = useState(start)
  const [open, setOpen] = useState<ReadonlySet<TreeItemValue>>(new Set())
  const refresh = useRefresh()
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Text className={styles.title} weight="semibold" truncate wrap={false} title={top}>
          {top.split('/').at(-1)}
        </Text>
        <Tooltip content="返回上一级" relationship="label">
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowUpRegular />}
            disabled={top === root}
            onClick={() => setTop(parentPath(top, root))}
          />
        </Tooltip>
        <Tooltip content="刷新" relationship="label">
          <Button
            size="small"
            appearance="subtle"
            icon={<ArrowClockwiseRegular />}
            onClick={() => refresh('templateFile.list')}
          />
        </Tooltip>
      </div>
      <Tree
        key={top}
        className={styles.tree}
        size="small"
        aria-label="模板文件"
        openItems={open}
        onOpenChange={(_event, data) => setOpen(new Set(data.openItems))}
      >
        <Level path={top} onOpen={onOpen} />
      </Tree>
    </div>
  )
}

/** The entries of one folder, asked for when it is shown. */
function Level({ path, onOpen }: { path: string; onOpen: (entry: FileEntry) => void }) {
  const styles = useStyles()
  const { data, error } = useRead('templateFile.list', { path }, { quiet: true })
  if (!data) return <div className={styles.note}>{error ? error.message : <Spinner size="extra-tiny" />}</div>
  if (data.length === 0) return <div className={styles.note}>空文件夹</div>
  return data.map((entry) => {
    const { icon: Icon, title } = kindOf(entry)
    const layout = (
      <TreeItemLayout iconBefore={<Icon aria-label={title} />}>
        <span className={styles.name} title={entry.name}>
          {entry.name}
        </span>
      </TreeItemLayout>
    )
    if (!entry.folder) {
      return (
        <TreeItem key={entry.path} itemType="leaf" value={entry.path} onClick={() => onOpen(entry)}>
          {layout}
        </TreeItem>
      )
    }
    return (
      <TreeItem key={entry.path} itemType="branch" value={entry.path}>
        {layout}
        <Tree>
          <Level path={entry.path} onOpen={onOpen} />
        </Tree>
      </TreeItem>
    )
  })
}
