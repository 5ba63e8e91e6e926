import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, FormRegular, TextBulletListTreeRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { type ListState, useListState } from '#renderer/ui/list/useListState.ts'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { type TreeState, useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { indexTree } from '#renderer/features/columns/columnTreeItems.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { ColumnDialogs, type Opened } from './ColumnDialogs.tsx'
import { columnsOf } from './columns.tsx'
import { SYSTEM_COLUMNS_FIXED, useColumnActions } from './useColumnActions.ts'
import { filterTree } from './filterTree.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

/** The columns of a site as a tree (A·§2 Column management); site 0 holds the system columns. */
export function ColumnList() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('ColumnList', opened, setOpened)
  const [placedId, setPlacedId] = useState<number>()
  const session = useSession()
  const list = useListState({ filters: { site: useCurrentSite() } })
  const { site: siteId } = list.filters
  useAutoOpenFromUrl(() => siteId !== 0 && setOpened({ dialog: 'add', siteId, parentId: 0 }))
  const text = list.input.key
  const { read, byId, rows, whole, reload } = useColumnTree(siteId, text, session !== undefined)
  const fullTreeState = useTreeState({ initially: 'expanded' })
  const searchTreeState = useTreeState({ initially: 'expanded' })
  const treeState = text ? searchTreeState : fullTreeState
  const ticked = useMemo(() => [...list.selected].flatMap((key) => byId.get(Number(key)) ?? []), [list.selected, byId])

  const actions = useColumnActions({ open: setOpened, whole, reload })
  const columns = useMemo(() => columnsOf(actions.row), [actions])
  const onPlaced = (parentId: number, id?: number): void => {
    const above: number[] = []
    for (let at = byId.get(parentId); at && !above.includes(at.id); at = byId.get(at.parentId)) above.push(at.id)
    fullTreeState.reveal(above)
    setPlacedId(id)
  }
  const removeTicked = async (): Promise<void> => {
    if (await actions.removeAll(ticked)) list.setSelected(new Set())
  }
  const onRowKey = useCallback(
    (column: Column, event: KeyboardEvent): void => {
      if (event.key === 'F2') actions.row.edit(column)
      if (event.key === 'Delete') actions.row.remove(column)
    },
    [actions],
  )
  const add = siteId !== 0 && (
    <Button
      appearance="primary"
      icon={<AddRegular />}
      onClick={() => setOpened({ dialog: 'add', siteId, parentId: 0 })}
    >
      新增
    </Button>
  )

  return (
    <Page>
      <PageHeader title="栏目管理" {...(siteId === 0 ? { text: SYSTEM_COLUMNS_FIXED } : {})} actions={add} />
      <ColumnToolbar
        list={list}
        tree={treeState}
        ticked={ticked}
        onFields={() => setOpened({ dialog: 'fields', columns: ticked })}
        onRemove={() => void removeTicked()}
      />
      <TreeTable
        label="栏目"
        columns={columns}
        rows={rows}
        childrenOf={(row) => row.child}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        read={read}
        tree={treeState}
        selection={{ keys: list.selected, onChange: list.setSelected }}
        onOpen={actions.row.edit}
        onRowKey={onRowKey}
        {...(placedId === undefined ? {} : { inView: placedId, marked: placedId })}
        empty={<EmptyTree text={text} system={siteId === 0} />}
      />
      {opened && <ColumnDialogs opened={opened} onPlaced={onPlaced} onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** Shown when a search finds nothing, the site has no columns, or none is granted. */
function EmptyTree({ text, system }: { text: string; system: boolean }) {
  if (text) return <EmptyState title="没有找到栏目" text={`没有名称包含“${text}”的栏目，请更换关键词。`} />
  return (
    <EmptyState
      icon={TextBulletListTreeRegular}
      title="还没有栏目"
      text={
        system
          ? '当前账号没有系统栏目的权限，如需使用请联系管理员。'
          : '点击“新增”添加栏目。如有栏目未显示，请联系管理员授权。'
      }
    />
  )
}

/** The columns of a site, filtered by `text`. */
function useColumnTree(siteId: number, text: string, enabled: boolean) {
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true, enabled, onFocus: true })
  // If the tree can't be loaded, the list is empty (A·§8).
  const tree = read.error ? undefined : read.data
  const byId = useMemo(() => indexTree(tree ?? []), [tree])
  const rows = useMemo(() => tree && filterTree(tree, text), [tree, text])
  const latest = useRef(byId)
  useLayoutEffect(() => {
    latest.current = byId
  }, [byId])
  const { refetch } = read
  return {
    read,
    byId,
    rows,
    /** The column with all its descendants, including those that a search hides. Stable. */
    whole: useCallback((column: Column): Column => latest.current.get(column.id) ?? column, []),
    /** Loads the tree again. Stable. */
    reload: useCallback((): void => void refetch(), [refetch]),
  }
}

const useColumnToolbarStyles = makeStyles({ count: { color: tokens.colorNeutralForeground3 } })

interface ColumnToolbarProps {
  list: ListState<{ site: number }>
  tree: TreeState
  ticked: readonly Column[]
  onFields: () => void
  onRemove: () => void
}

/** Site, search, batch actions, and expanding or collapsing the tree (A·§2). */
function ColumnToolbar({ list, tree, ticked, onFields, onRemove }: ColumnToolbarProps) {
  const styles = useColumnToolbarStyles()
  const keys = ticked.map((column) => column.id)
  const { site } = list.filters
  return (
    <Toolbar end={<TreeButtons tree={tree} />}>
      <SiteSelect value={site} onChange={(chosen) => list.setFilter('site', chosen)} zero="系统栏目" />
      <SearchBox key={site} value={list.input.key} onSearch={list.search} placeholder="搜索栏目名称" />
      {site !== 0 && (
        <>
          <BatchButton keys={keys} title="批量设置字段" icon={FormRegular} nothing="请勾选栏目" onRun={onFields} />
          <BatchButton keys={keys} title="批量删除" icon={DeleteRegular} onRun={onRemove} />
          {keys.length > 0 && <Text className={styles.count}>已选 {keys.length} 个</Text>}
        </>
      )}
    </Toolbar>
  )
}
