import { makeStyles, tokens } from '@fluentui/react-components'
import { CheckmarkRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableRead } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { type ColumnItem, columnItems } from './columnTreeItems.ts'
import { focusTree } from '#renderer/ui/fields/focusTree.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, height: 'min(360px, 60vh)' },
  chosen: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  mark: { flexShrink: 0 },
  unfit: { color: tokens.colorNeutralForeground3 },
})

const keyOf = (item: ColumnItem): number => item.id
const titleOf = (item: ColumnItem): string => item.title
const childrenOf = (item: ColumnItem): readonly ColumnItem[] => item.child

interface Props {
  label: string
  rootTitle: string | undefined
  exclude: ((column: Column) => boolean) | undefined
  fits?: ((column: Column) => boolean) | undefined
  read: TableRead & { data?: readonly Column[] | undefined }
  /** Id of the chosen column; 0 for the top level. */
  value: number
  /** Ids of the chosen column and its ancestors, which are expanded at first. */
  trailIds: readonly number[]
  onPick: (columnId: number) => void
}

/** The search and the tree that a column is chosen from. */
export function ColumnTreePanel(props: Props) {
  const { label, rootTitle, exclude, fits, read, value, trailIds, onPick } = props
  const styles = useStyles()
  const [search, setSearch] = useState('')
  const tree = useTreeState({ opened: trailIds.slice(0, -1) })
  const searchTree = useTreeState({ initially: 'expanded' })
  const rows = useMemo(() => {
    if (!read.data) return undefined
    const items = columnItems(read.data, { search, exclude, fits })
    return rootTitle !== undefined && search === ''
      ? [{ id: 0, title: rootTitle, fits: true, child: [] }, ...items]
      : items
  }, [read.data, search, exclude, fits, rootTitle])

  const shown = search === '' ? tree : searchTree
  const columns = useMemo(
    () => [
      {
        key: 'title',
        title: '栏目',
        render: ({ id, title, fits: fit }: ColumnItem) =>
          !fit ? (
            <span className={styles.unfit}>{title}</span>
          ) : id !== value ? (
            title
          ) : (
            <span className={styles.chosen} aria-current="true" title={title}>
              <span className={styles.text}>{title}</span>
              <CheckmarkRegular className={styles.mark} aria-hidden />
            </span>
          ),
      },
    ],
    [value, styles],
  )

  return (
    <div role="group" aria-label={label} className={styles.root} onKeyDown={focusTree}>
      <SearchBox value={search} onSearch={setSearch} placeholder="搜索栏目" wide />
      <TreeTable
        headless
        label={label}
        columns={columns}
        start={value}
        rows={rows}
        rowKey={keyOf}
        rowLabel={titleOf}
        childrenOf={childrenOf}
        read={read}
        tree={shown}
        onPick={(item) => (item.fits ? onPick(item.id) : shown.toggle(item.id))}
        empty={<EmptyState title={search ? '没有找到栏目' : '还没有栏目'} />}
      />
    </div>
  )
}
