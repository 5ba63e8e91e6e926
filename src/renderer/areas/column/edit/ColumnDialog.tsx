import { useEffect, useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { COLUMN_MODULES } from '#shared/domain/columnModule.ts'
import { COLUMN_POSITIONS } from '#shared/domain/columnPosition.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'
import { call } from '#renderer/data/client.ts'
import type { Compare } from '#renderer/ui/form/compare.ts'
import { ColumnFields } from './ColumnFields.tsx'
import {
  columnDialogForm,
  type ColumnValues,
  FIELD_TITLES,
  createColumnValues,
  toSaveInput,
  toColumnValues,
} from './form.ts'

interface CommonProps {
  /** Reveals a column that was added or moved below `parentId`; `id` is missing if the server did not return it. */
  onPlaced: (parentId: number, id?: number) => void
  onClose: () => void
}

/** Adds a column below `parentId` (A·§2, A·§3). */
export function AddDialog({ siteId, parentId, ...rest }: CommonProps & { siteId: number; parentId: number }) {
  return <ColumnFormDialog title="新增栏目" start={createColumnValues(siteId, parentId)} {...rest} />
}

/** Edits a column (A·§2, A·§3). The column is loaded again, because the list may be outdated. */
export function EditDialog({ column, ...rest }: CommonProps & { column: Column }) {
  useFocusReturn()
  const read = useRead('column.findById', { id: column.id }, { quiet: true })
  const isSlow = useDelayElapsed(250)
  const title = `编辑栏目“${column.title}”`
  if (read.data && (read.isFetchedAfterMount || !read.isFetching))
    return <ColumnFormDialog title={title} start={toColumnValues(read.data)} {...rest} />
  if (!read.error && !isSlow) return null
  return (
    <LoadingDialog
      title={title}
      size="small"
      onClose={rest.onClose}
      error={read.error}
      onRetry={() => void read.refetch()}
    />
  )
}

function ColumnFormDialog({ title, start, onPlaced, onClose }: CommonProps & { title: string; start: ColumnValues }) {
  const save = useWrite('column.saveBase', {
    onSuccess: ({ data }, form) => {
      const parentId = data?.parentId ?? Number(form.parentId ?? start.parentId)
      if (parentId !== start.parentId || start.id === 0) onPlaced(parentId, data?.id)
    },
  })
  const [compare] = useState(() => createColumnComparison(start))
  return (
    <FormDialog
      title={title}
      size="content"
      schema={columnDialogForm}
      values={start}
      save={(form) => save.mutateAsync(toSaveInput(form))}
      onClose={onClose}
      {...(start.id === 0 ? {} : { compare })}
    >
      {(control) => <ColumnFields control={control} start={start} />}
    </FormDialog>
  )
}

/** True once `ms` milliseconds have passed, so that a fast answer shows no loading dialog. */
function useDelayElapsed(ms: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasElapsed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasElapsed
}

type Names = ReadonlyMap<number, string>
const NO_NAMES: Names = new Map()
const POSITIONS: Names = new Map(COLUMN_POSITIONS.map(({ id, title }) => [id, title]))
const MODULES: Names = new Map([[0, '不指定'], ...COLUMN_MODULES.map(({ id, title }): [number, string] => [id, title])])
const TYPES: Names = new Map([
  [COLUMN_TYPE.article, '单页'],
  [COLUMN_TYPE.list, '列表'],
])

const listColumnNames = (tree: readonly Column[]): [number, string][] =>
  tree.flatMap(({ id, title, child }) => [[id, title] as [number, string], ...listColumnNames(child)])

/** Names of permissions and columns. A failed call is tolerated: the dialog then shows numbers. */
async function loadNames(siteId: number): Promise<{ permissions: Names; columns: Names }> {
  const [dictionary, tree] = await Promise.allSettled([
    call('dict.index', {}),
    call('column.getTree', { siteId, showHiddenMenu: true }),
  ])
  return {
    permissions:
      dictionary.status === 'fulfilled' ? new Map(dictionary.value.data.map(({ id, title }) => [id, title])) : NO_NAMES,
    columns: tree.status === 'fulfilled' ? new Map(listColumnNames(tree.value.data)) : NO_NAMES,
  }
}

/** Compares the form with what another user saved meanwhile; shows names instead of numbers. */
function createColumnComparison({ id, siteId }: { id: number; siteId: number }): Compare {
  let names = { permissions: NO_NAMES, columns: NO_NAMES }
  const nameOf = (nameMap: Names, value: unknown): string => nameMap.get(Number(value)) ?? String(value)
  const formatNames = (known: Names, value: unknown): string | undefined =>
    Array.isArray(value) ? value.map((each) => nameOf(known, each)).join('、') : undefined
  return {
    labels: FIELD_TITLES,
    load: async () => {
      const [detail, loadedNames] = await Promise.all([call('column.findById', { id }), loadNames(siteId)])
      names = loadedNames
      return toColumnValues(detail.data)
    },
    show: (field, value) => {
      if (field === 'parentId') return Number(value) === 0 ? '顶级栏目' : nameOf(names.columns, value)
      if (field === 'menuType') return TYPES.get(Number(value)) ?? '普通栏目'
      if (field === 'moduleId') return nameOf(MODULES, value)
      if (field === 'setting') return formatNames(names.permissions, value)
      return field === 'showPositionIds' ? formatNames(POSITIONS, value) : undefined
    },
  }
}
