import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { COLUMN } from '#renderer/areas/column/text.ts'
import { ColumnDialogs, type Opened } from './ColumnDialogs.tsx'
import { columnsOf } from './columns.tsx'
import { ColumnToolbar } from './ColumnToolbar.tsx'
import { EmptyTree } from './EmptyTree.tsx'
import { useColumnActions } from './useColumnActions.ts'
import { useColumnTree } from './useColumnTree.ts'

/** The columns of a site as a tree (A·§2 Column management); site 0 are the system's own. */
export function ColumnList() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [placed, setPlaced] = useState<number>()
  const session = useSession()
  const list = useListState({ filters: { site: useCurrentSite() } })
  const { site: siteId } = list.filters
  const text = list.input.key
  const { read, byId, rows, whole, reload } = useColumnTree(siteId, text, session !== undefined)
  const all = useTreeState({ initially: 'expanded' })
  const found = useTreeState({ initially: 'expanded' })
  const shown = text ? found : all
  const ticked = useMemo(() => [...list.selected].flatMap((key) => byId.get(Number(key)) ?? []), [list.selected, byId])

  const actions = useColumnActions({ open: setOpened, whole, reload })
  const columns = useMemo(() => columnsOf(actions.row), [actions])
  const onPlaced = (parentId: number, id?: number): void => {
    const above: number[] = []
    for (let at = byId.get(parentId); at && !above.includes(at.id); at = byId.get(at.parentId)) above.push(at.id)
    all.reveal(above)
    setPlaced(id)
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
      <PageHeader title="栏目管理" {...(siteId === 0 ? { text: COLUMN.systemSite } : {})} actions={add} />
      <ColumnToolbar
        list={list}
        tree={shown}
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
        tree={shown}
        selection={{ keys: list.selected, onChange: list.setSelected }}
        onOpen={actions.row.edit}
        onRowKey={onRowKey}
        {...(placed === undefined ? {} : { inView: placed, marked: placed })}
        empty={<EmptyTree text={text} system={siteId === 0} />}
      />
      {opened && <ColumnDialogs opened={opened} onPlaced={onPlaced} onClose={() => setOpened(null)} />}
    </Page>
  )
}
