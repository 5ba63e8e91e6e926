import { Button } from '@fluentui/react-components'
import { AddRegular, TextBulletListTreeRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { isLost, LostRow } from '#renderer/ui/rowEdit/LostRow.tsx'
import { indexTree, NEW_ID, withNew } from '#renderer/ui/rowEdit/rowTree.ts'
import { RowEditProvider } from '#renderer/ui/rowEdit/useRowEdit.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { columnsOf } from './columns.tsx'
import { filterEntries, newEntry } from './tree.ts'
import { useEntryActions } from './useEntryActions.ts'
import { NOUN, useEntryEdit } from './useEntryEdit.ts'

/** The multi-level dictionaries as one tree, fully open (B·§2). */
export function DictionaryTree() {
  const list = useListState()
  const text = list.input.key
  const read = useRead('classify.getTree', { id: 0 }, { quiet: true })
  const tree = read.error ? undefined : read.data
  const shape = useTreeState({ initially: 'expanded' })
  const index = useMemo(() => indexTree(tree ?? []), [tree])
  const { edit, begin, beginNew, conflict, adding, added, dirty, addAnew } = useEntryEdit()
  const { draft } = edit
  const shown = adding === null ? added : NEW_ID
  const kept = adding ?? draft?.id ?? 0
  const rows = useMemo(() => {
    const found = tree && filterEntries(tree, text, kept)
    return found && adding !== null ? withNew(found, adding, newEntry(adding)) : found
  }, [tree, text, kept, adding])
  const actions = useEntryActions({ index, begin, beginNew, reveal: shape.reveal, showAll: () => list.search('') })
  const columns = useMemo(() => columnsOf(actions), [actions])

  const keepLost = (parentId: number): void => {
    const below = index.has(parentId) ? parentId : 0
    addAnew(below)
    if (below) shape.reveal([below])
  }
  const add = (
    <Button appearance="primary" icon={<AddRegular />} onClick={actions.addRoot}>
      新增
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title="多级字典"
        text="级联选择字段的选项；每个一级条目是一个字典，在栏目的字段设置中选用。"
        actions={add}
      />
      <Toolbar end={<TreeButtons tree={shape} />}>
        <SearchBox value={text} onSearch={list.search} placeholder="搜索名称或副标题" />
      </Toolbar>
      {tree && draft && dirty && isLost(draft, index) && (
        <LostRow noun={NOUN} draft={draft} onAdd={() => keepLost(draft.parentId)} onDrop={edit.cancel} />
      )}
      <RowEditProvider value={edit}>
        <TreeTable
          label="多级字典"
          columns={columns}
          rows={rows}
          childrenOf={(row) => row.child}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.title}
          read={read}
          tree={shape}
          {...(shown === null ? {} : { inView: shown })}
          onOpen={actions.edit}
          onRowKey={editRemoveKeys(actions)}
          empty={<Empty text={text} />}
        />
      </RowEditProvider>
      {conflict && <ConflictDialog conflict={conflict} />}
    </Page>
  )
}

function Empty({ text }: { text: string }) {
  if (text) return <EmptyState title="没有找到条目" text={`没有名称或副标题包含“${text}”的条目，换一个词试试。`} />
  return (
    <EmptyState
      icon={TextBulletListTreeRegular}
      title="还没有多级字典"
      text="点“新增”建立第一个字典，再在它下面新增各级条目。"
    />
  )
}
