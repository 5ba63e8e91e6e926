import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { AddRegular, OrganizationRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type Department, MAX_DEPARTMENT_LEVELS, departmentSave } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { dragHandlers, useRowDrag } from '#renderer/ui/table/useRowDrag.ts'
import { isLost, LostRow } from '#renderer/ui/rowEdit/LostRow.tsx'
import { indexTree, NEW_ID, type IndexedRow, withNew } from '#renderer/ui/rowEdit/rowTree.ts'
import { type RowDraft, RowEditProvider, useRowEdit } from '#renderer/ui/rowEdit/useRowEdit.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf, type DepartmentActions } from './columns.tsx'
import { DepartmentAccounts } from './DepartmentAccounts.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

/** An empty row for a new department. */
const newDepartment = (parentId: number): Department => ({
  id: NEW_ID,
  title: '',
  parentId,
  createDate: '',
  child: [],
})

/**
 * Keeps the departments whose name contains the text, with their ancestors and descendants; the same tree without a text.
 * @param editedId the id of a department that is always kept
 */
function filterDepartments(tree: readonly Department[], text: string, editedId: number): readonly Department[] {
  const query = text.trim().toLowerCase()
  if (!query) return tree
  return tree.flatMap((department) => {
    if (department.id === editedId || department.title.toLowerCase().includes(query)) return [department]
    const child = [...filterDepartments(department.child, text, editedId)]
    return child.length > 0 ? [{ ...department, child }] : []
  })
}

/** The department and all its descendants. */
const withDescendants = (department: Department): Department[] => [
  department,
  ...department.child.flatMap(withDescendants),
]

/** Number of levels of the department's subtree. */
const countLevels = ({ child }: Department): number => 1 + Math.max(0, ...child.map(countLevels))

interface Options {
  index: ReadonlyMap<number, IndexedRow<Department>>
  /** Reads the tree again, after somebody else has changed the moved department. */
  refresh: () => void
  /** Expands these departments. */
  reveal: (ids: readonly number[]) => void
}

/** Moves a department below another one or to the top. A version conflict reads the tree again. */
function useDepartmentMove({ index, refresh, reveal }: Options) {
  const { mutateAsync } = useWrite('department.save')
  /** False for the present parent, for the department's own subtree, and beyond the maximum depth. */
  const canMove = (department: Department, target: Department | null): boolean => {
    const subtree = index.get(department.id)?.entry
    if (!subtree || (target?.id ?? 0) === subtree.parentId) return false
    if (target === null) return true
    if (withDescendants(subtree).some(({ id }) => id === target.id)) return false
    return (index.get(target.id)?.level ?? MAX_DEPARTMENT_LEVELS) + countLevels(subtree) <= MAX_DEPARTMENT_LEVELS
  }
  const move = async ({ id, title, version }: Department, parentId: number) => {
    try {
      const answer = await mutateAsync({ id, title, parentId, version })
      if (parentId !== 0) reveal([parentId])
      return answer
    } catch (error) {
      // useWrite has shown the error.
      refresh()
      throw error
    }
  }
  const drag = useRowDrag<Department>({
    rowKey: (row) => row.id,
    takes: canMove,
    move: (row, target) => void move(row, target?.id ?? 0).catch(() => {}),
  })
  return { drag, takes: canMove, move }
}

const FIELDS = { title: '部门名称' }

/** Renaming sends no parent, so that it does not undo a move by somebody else. */
const parseForm = ({ id, parentId, version, texts }: RowDraft) =>
  departmentSave.safeParse({ ...texts, ...(id === NEW_ID ? { id: 0, parentId } : { id, version }) })

const loadDepartment = async (id: number): Promise<Department> => {
  const tree = (await call('department.getTree', {})).data
  return requireValue(indexTree(tree).get(id), 'the server has just refused to save over it').entry
}

/** Adds or renames one department at a time, in its row. */
function useDepartmentEdit() {
  const { mutateAsync } = useWrite('department.save')
  const row = useRowEdit({
    noun: '部门',
    fields: FIELDS,
    check: (draft) => parseForm(draft).error?.issues[0]?.message,
    save: async (draft) => (await mutateAsync(requireValue(parseForm(draft).data, 'it was checked'))).data?.id,
    load: loadDepartment,
  })
  return {
    ...row,
    begin: ({ id, parentId, version, title }: Department): boolean =>
      row.begin({ id, parentId, version, texts: { title } }),
  }
}

interface Dialog {
  index: ReadonlyMap<number, IndexedRow<Department>>
  /** Starts to edit a row; returns whether it did. */
  begin: (department: Department) => boolean
  /** Starts to edit a new row below the parent; returns whether it did. */
  beginNew: (parentId: number) => boolean
  /** Expands these departments. */
  reveal: (ids: readonly number[]) => void
  /** Clears the search, which would hide a new row. */
  showAll: () => void
  open: (dialog: 'move' | 'accounts', department: Department) => void
}

/** The actions of the rows. Stable while the tree is unchanged, so that rows are not rendered again. */
function useDepartmentActions(dialog: Dialog): DepartmentActions & { addTop: () => void } {
  const { index } = dialog
  const remove = useRemoveRows('department.deleteByIdList')
  const add = useLatest((parentId: number) => {
    if (!dialog.beginNew(parentId)) return
    if (parentId === 0) dialog.showAll()
    else dialog.reveal([parentId])
  })
  const rename = useLatest((department: Department) => {
    if (department.id !== NEW_ID) dialog.begin(department)
  })
  const confirmRemove = useLatest((department: Department) => {
    // From the index: the row itself lacks descendants that a search hides.
    const placed = index.get(department.id)
    if (!placed) return
    const ids = withDescendants(placed.entry).map(({ id }) => id)
    void remove(ids, `删除部门“${department.title}”${placed.below > 0 ? `及其 ${placed.below} 个下级部门` : ''}`)
  })
  const open = useLatest(dialog.open)
  return useMemo(
    () => ({
      addRefusal: ({ id }) =>
        (index.get(id)?.level ?? 0) >= MAX_DEPARTMENT_LEVELS ? `部门最多 ${MAX_DEPARTMENT_LEVELS} 级` : null,
      addTop: () => add(0),
      addBelow: ({ id }) => add(id),
      rename,
      remove: confirmRemove,
      move: (department) => open('move', department),
      accounts: (department) => open('accounts', department),
    }),
    [index, add, rename, confirmRemove, open],
  )
}

const useStyles = makeStyles({
  top: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  takes: { border: `1px dashed ${tokens.colorCompoundBrandStroke}`, backgroundColor: tokens.colorBrandBackground2 },
})

interface Opened {
  dialog: 'move' | 'accounts'
  id: number
}

/** C·§2: the departments as a tree that is edited in place; accounts and statistics choose from it. */
export function DepartmentDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('DepartmentDialog', opened, setOpened)
  const read = useRead('department.getTree', {}, { quiet: true, onFocus: true })
  const tree = read.error ? undefined : read.data
  const treeState = useTreeState({ initially: 'expanded' })
  const index = useMemo(() => indexTree(tree ?? []), [tree])
  const row = useDepartmentEdit()
  const { edit, adding } = row
  const shown = adding === null ? row.added : NEW_ID
  const editedId = adding ?? edit.draft?.id ?? 0
  const rows = useMemo(() => {
    const found = tree && filterDepartments(tree, text, editedId)
    return found && adding !== null ? withNew(found, adding, newDepartment(adding)) : found
  }, [tree, text, editedId, adding])
  const actions = useDepartmentActions({
    index,
    begin: row.begin,
    beginNew: row.beginNew,
    reveal: treeState.reveal,
    showAll: () => setText(''),
    open: (dialog, department) => setOpened({ dialog, id: department.id }),
  })
  const columns = useMemo(() => columnsOf(actions), [actions])
  const moving = useDepartmentMove({ index, refresh: () => void read.refetch(), reveal: treeState.reveal })
  const confirmDiscard = useConfirmDiscard()
  const close = async (): Promise<void> => {
    if (await confirmDiscard(row.dirty ? [row.unsaved] : [])) onClose()
  }
  const readdLost = (parentId: number): void => {
    const below = index.has(parentId) ? parentId : 0
    row.addAnew(below)
    if (below) treeState.reveal([below])
  }
  const onRowKey = (department: Department, { key }: KeyboardEvent): void => {
    if (key === 'F2') actions.rename(department)
    if (key === 'Delete') actions.remove(department)
    if (key === 'Insert' && !actions.addRefusal(department)) actions.addBelow(department)
  }
  const { drag } = moving
  // Read from the current tree: a move after a refused one is then based on the version that is shown.
  const department = opened ? index.get(opened.id)?.entry : undefined
  const isOverTop = drag.accepts(null)
  return (
    <PanelDialog
      title="部门预设"
      size="medium"
      firm
      onClose={() => void close()}
      footer={<Button onClick={() => void close()}>关闭</Button>}
    >
      <Toolbar end={<TreeButtons tree={treeState} />}>
        <Button appearance="primary" icon={<AddRegular />} onClick={actions.addTop}>
          新增一级部门
        </Button>
        <SearchBox value={text} onSearch={setText} placeholder="搜索部门名称" />
      </Toolbar>
      {tree && edit.draft && row.dirty && isLost(edit.draft, index) && (
        <LostRow
          noun="部门"
          draft={edit.draft}
          onAdd={() => readdLost(edit.draft?.parentId ?? 0)}
          onDrop={edit.cancel}
        />
      )}
      <div className={mergeClasses(styles.top, isOverTop && styles.takes)} {...dragHandlers(drag, () => null)}>
        {isOverTop ? '松开后成为一级部门' : '拖动部门左侧的手柄到另一个部门，成为其下级部门；拖到此处，成为一级部门。'}
      </div>
      <RowEditProvider value={edit}>
        <TreeTable
          label="部门预设"
          columns={columns}
          rows={rows}
          childrenOf={(department) => department.child}
          rowKey={(department) => department.id}
          rowLabel={(department) => department.title}
          read={read}
          tree={treeState}
          drag={drag}
          {...(shown === null ? {} : { inView: shown })}
          onOpen={actions.rename}
          onRowKey={onRowKey}
          empty={<Empty text={text} />}
        />
      </RowEditProvider>
      {row.conflict && <ConflictDialog conflict={row.conflict} />}
      {opened?.dialog === 'accounts' && department && (
        <DepartmentAccounts department={department} onClose={() => setOpened(null)} />
      )}
      {opened?.dialog === 'move' && department && (
        <MoveDialog
          department={department}
          tree={tree ?? []}
          canMoveTo={(target) => moving.takes(department, target)}
          save={(parentId) => moving.move(department, parentId)}
          onClose={() => setOpened(null)}
        />
      )}
    </PanelDialog>
  )
}

function Empty({ text }: { text: string }) {
  if (text) return <EmptyState title="没有找到部门" text={`没有名称包含“${text}”的部门，请更换搜索内容`} />
  return (
    <EmptyState
      icon={OrganizationRegular}
      title="还没有部门"
      text="点击“新增一级部门”添加部门，再为部门新增下级部门。"
    />
  )
}
