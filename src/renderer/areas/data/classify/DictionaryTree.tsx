import { Button } from '@fluentui/react-components'
import { AddRegular, TextBulletListTreeRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { type Classify, MAX_CLASSIFY_LEVELS, classifySave } from '#shared/contract/classify.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import { Page, PageHeader, Toolbar } from '#renderer/ui/layout/Page.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { isLost, LostRow } from '#renderer/ui/rowEdit/LostRow.tsx'
import { indexTree, NEW_ID, type IndexedRow, withNew } from '#renderer/ui/rowEdit/rowTree.ts'
import { type RowDraft, RowEditProvider, useRowEdit } from '#renderer/ui/rowEdit/useRowEdit.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { columnsOf, type EntryActions } from './columns.tsx'
import { filterEntries, createNewEntry } from './tree.ts'

/** The multi-level dictionaries as one tree, fully open (B·§2). */
export function DictionaryTree() {
  const list = useListState()
  const text = list.input.key
  const read = useRead('classify.getTree', { id: 0 }, { quiet: true })
  const tree = read.error ? undefined : read.data
  const treeState = useTreeState({ initially: 'expanded' })
  const index = useMemo(() => indexTree(tree ?? []), [tree])
  const { edit, begin, beginNew, conflict, adding, added, dirty, addAnew } = useEntryEdit()
  const { draft } = edit
  const revealedId = adding === null ? added : NEW_ID
  const editedId = adding ?? draft?.id ?? 0
  const rows = useMemo(() => {
    const found = tree && filterEntries(tree, text, editedId)
    return found && adding !== null ? withNew(found, adding, createNewEntry(adding)) : found
  }, [tree, text, editedId, adding])
  const actions = useEntryActions({ index, begin, beginNew, reveal: treeState.reveal, showAll: () => list.search('') })
  const columns = useMemo(() => columnsOf(actions), [actions])

  const restoreLostEntry = (parentId: number): void => {
    const below = index.has(parentId) ? parentId : 0
    addAnew(below)
    if (below) treeState.reveal([below])
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
      <Toolbar end={<TreeButtons tree={treeState} />}>
        <SearchBox value={text} onSearch={list.search} placeholder="搜索名称或副标题" />
      </Toolbar>
      {tree && draft && dirty && isLost(draft, index) && (
        <LostRow noun={NOUN} draft={draft} onAdd={() => restoreLostEntry(draft.parentId)} onDrop={edit.cancel} />
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
          tree={treeState}
          {...(revealedId === null ? {} : { inView: revealedId })}
          onOpen={actions.edit}
          onRowKey={editRemoveKeys(actions)}
          empty={<EmptyTree text={text} />}
        />
      </RowEditProvider>
      {conflict && <ConflictDialog conflict={conflict} />}
    </Page>
  )
}

function EmptyTree({ text }: { text: string }) {
  if (text) return <EmptyState title="没有找到条目" text={`没有名称或副标题包含“${text}”的条目，请更换关键词。`} />
  return (
    <EmptyState
      icon={TextBulletListTreeRegular}
      title="还没有多级字典"
      text="点击“新增”添加字典，再为其新增各级条目。"
    />
  )
}

/** The noun for a row in messages. */
const NOUN = '条目'
const FIELDS = { title: '名称', subTitle: '副标题' }

const parseDraft = ({ id, parentId, version, texts }: RowDraft) =>
  classifySave.safeParse({ ...texts, id: id === NEW_ID ? 0 : id, parentId, version })

const loadEntry = async (id: number): Promise<Classify> => {
  const tree = (await call('classify.getTree', { id: 0 })).data
  return requireValue(indexTree(tree).get(id), 'a save conflict proves that the entry exists').entry
}

/** Edits one entry at a time, in its row. */
function useEntryEdit() {
  const { mutateAsync } = useWrite('classify.save')
  const row = useRowEdit({
    noun: NOUN,
    fields: FIELDS,
    check: (draft) => parseDraft(draft).error?.issues[0]?.message,
    save: async (draft) =>
      (await mutateAsync(requireValue(parseDraft(draft).data, 'the form was checked before saving'))).data?.id,
    load: loadEntry,
  })
  return {
    ...row,
    begin: ({ id, parentId, version, title, subTitle }: Classify): boolean =>
      row.begin({ id, parentId, version, texts: { title, subTitle } }),
  }
}

interface ActionContext {
  index: ReadonlyMap<number, IndexedRow<Classify>>
  /** Starts editing an entry in its row; returns whether editing started. */
  begin: (entry: Classify) => boolean
  /** Starts editing a new entry below the parent; returns whether editing started. */
  beginNew: (parentId: number) => boolean
  /** Expands the branches of these entries. */
  reveal: (ids: readonly number[]) => void
  /** Clears the search, which would hide a new row. */
  showAll: () => void
}

/** Actions on the entries. The object is stable while the tree is, so that rows do not render again. */
function useEntryActions({
  index,
  begin,
  beginNew,
  reveal,
  showAll,
}: ActionContext): EntryActions & { addRoot: () => void } {
  const remove = useRemoveRows('classify.deleteByIdList')
  const { mutateAsync: sort } = useWrite('classify.updateSort')
  const add = useLatest((parentId: number) => {
    if (!beginNew(parentId)) return
    if (parentId === 0) showAll()
    else reveal([parentId])
  })
  const edit = useLatest((entry: Classify) => {
    if (entry.id !== NEW_ID) begin(entry)
  })
  const confirmRemove = useLatest((entry: Classify) => {
    if (entry.id === NEW_ID) return
    const below = index.get(entry.id)?.below ?? 0
    void remove([entry.id], `删除条目“${entry.title}”${below > 0 ? `及其 ${below} 个下级条目` : ''}`)
  })
  return useMemo(
    () => ({
      addRefusal: ({ id }) =>
        (index.get(id)?.level ?? 0) >= MAX_CLASSIFY_LEVELS ? `多级字典最多 ${MAX_CLASSIFY_LEVELS} 级` : null,
      addRoot: () => add(0),
      addBelow: ({ id }) => add(id),
      edit,
      remove: confirmRemove,
      sort: ({ id }, value) => sort({ id, sort: value }),
    }),
    [index, add, edit, confirmRemove, sort],
  )
}
