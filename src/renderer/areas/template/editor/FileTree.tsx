import { Button, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components'
import { ArrowClockwiseRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useReads } from '#renderer/data/useReads.ts'
import { useRefresh } from '#renderer/data/useRefresh.ts'
import { isInside, parentPath } from '#renderer/areas/template/shared/paths.ts'
import { type Folder, type TreeEntry, treeRows } from '#renderer/features/fileEditor/tree/rows.ts'
import { TreeLines } from '#renderer/features/fileEditor/tree/TreeLines.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS, paddingInlineStart: '4px' },
  title: { flex: '1 1 auto', minWidth: 0 },
})

interface Props {
  /** The template's folder: nothing above it is shown. */
  root: string
  /** The folder that the tree starts with. */
  start: string
  /** Path of the active file. */
  current: string | null
  onOpen: (entry: TreeEntry) => void
}

/** A·§2: the lazily loaded directory tree, with back-one-level and refresh. */
export function FileTree({ root, start, current, onOpen }: Props) {
  const styles = useStyles()
  const [top, setTop] = useState(start)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const reload = (): void => refresh('templateFile.list')
  useHostEvent('template.changed', ({ folder }) => folder === root && reload())

  const paths = [top, ...[...open].filter((path) => path !== top && isInside(path, top))]
  const reads = useReads(
    'templateFile.list',
    paths.map((path) => ({ path })),
  )
  const folders = new Map<string, Folder>()
  for (const [at, path] of paths.entries()) folders.set(path, folderOf(reads[at]))
  const toggle = (path: string): void =>
    setOpen((now) => (now.has(path) ? new Set([...now].filter((each) => each !== path)) : new Set([...now, path])))

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
          <Button size="small" appearance="subtle" icon={<ArrowClockwiseRegular />} onClick={reload} />
        </Tooltip>
      </div>
      <TreeLines
        key={top}
        label="模板文件"
        rows={treeRows(top, folders, open)}
        current={current}
        onOpen={onOpen}
        onToggle={toggle}
      />
    </div>
  )
}

function folderOf(read: ReturnType<typeof useReads<'templateFile.list'>>[number] | undefined): Folder {
  if (read?.data) return { entries: read.data }
  return read?.error ? { problem: read.error.message } : {}
}
