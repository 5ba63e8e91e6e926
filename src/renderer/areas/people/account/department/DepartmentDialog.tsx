import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { AddRegular, OrganizationRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Department } from '#shared/contract/department.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useMayLose } from '#renderer/ui/dialogs/useMayLose.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { dragHandlers } from '#renderer/ui/table/rowDrag/useRowDrag.ts'
import { isLost, LostRow } from '#renderer/ui/rowEdit/LostRow.tsx'
import { indexTree, NEW_ID, withNew } from '#renderer/ui/rowEdit/rowTree.ts'
import { RowEditProvider } from '#renderer/ui/rowEdit/useRowEdit.ts'
import { TreeButtons } from '#renderer/ui/table/TreeButtons.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { columnsOf } from './columns.tsx'
import { DepartmentAccounts } from './DepartmentAccounts.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { DEPARTMENTS } from './text.ts'
import { filterDepartments, newDepartment } from './tree.ts'
import { useDepartmentActions } from './useDepartmentActions.ts'
import { useDepartmentEdit } from './useDepartmentEdit.ts'
import { useDepartmentMove } from './useDepartmentMove.ts'

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
  const shape = useTreeState({ initially: 'expanded' })
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
    reveal: shape.reveal,
    showAll: () => setText(''),
    open: (dialog, department) => setOpened({ dialog, id: department.id }),
  })
  const columns = useMemo(() => columnsOf(actions), [actions])
  const moving = useDepartmentMove({ index, refresh: () => void read.refetch(), reveal: shape.reveal })
  const mayLose = useMayLose()
  const close = async (): Promise<void> => {
    if (await mayLose(row.dirty ? [row.unsaved] : [])) onClose()
  }
  const keepLost = (parentId: number): void => {
    const below = index.has(parentId) ? parentId : 0
    row.addAnew(below)
    if (below) shape.reveal([below])
  }
  const onRowKey = (department: Department, { key }: KeyboardEvent): void => {
    if (key === 'F2') actions.rename(department)
    if (key === 'Delete') actions.remove(department)
    if (key === 'Insert' && !actions.addRefusal(department)) actions.addBelow(department)
  }
  const { drag } = moving
  // Taken from the present tree: after a refused move the next one is based on the version that is shown.
  const department = opened ? index.get(opened.id)?.entry : undefined
  const takesTop = drag.takes(null)
  return (
    <PanelDialog
      title={DEPARTMENTS.title}
      size="medium"
      firm
      onClose={() => void close()}
      footer={<Button onClick={() => void close()}>关闭</Button>}
    >
      <Toolbar end={<TreeButtons tree={shape} />}>
        <Button appearance="primary" icon={<AddRegular />} onClick={actions.addTop}>
          {DEPARTMENTS.addTop}
        </Button>
        <SearchBox value={text} onSearch={setText} placeholder={DEPARTMENTS.search} />
      </Toolbar>
      {tree && edit.draft && row.dirty && isLost(edit.draft, index) && (
        <LostRow
          noun={DEPARTMENTS.noun}
          draft={edit.draft}
          onAdd={() => keepLost(edit.draft?.parentId ?? 0)}
          onDrop={edit.cancel}
        />
      )}
      <div className={mergeClasses(styles.top, takesTop && styles.takes)} {...dragHandlers(drag, () => null)}>
        {takesTop ? DEPARTMENTS.topTakes : DEPARTMENTS.top}
      </div>
      <RowEditProvider value={edit}>
        <TreeTable
          label={DEPARTMENTS.title}
          columns={columns}
          rows={rows}
          childrenOf={(department) => department.child}
          rowKey={(department) => department.id}
          rowLabel={(department) => department.title}
          read={read}
          tree={shape}
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
          takes={(target) => moving.takes(department, target)}
          save={(parentId) => moving.move(department, parentId)}
          onClose={() => setOpened(null)}
        />
      )}
    </PanelDialog>
  )
}

function Empty({ text }: { text: string }) {
  if (text) return <EmptyState title="没有找到部门" text={DEPARTMENTS.notFound(text)} />
  return <EmptyState icon={OrganizationRegular} title={DEPARTMENTS.none} text={DEPARTMENTS.noneHint} />
}
