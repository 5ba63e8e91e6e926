import { Button } from '@fluentui/react-components'
import { AddRegular, TagMultipleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { type LabelCategory, labelCategorySave } from '#shared/contract/label.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveColumn, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { NAME_LOCK_MS } from '#renderer/ui/dialogs/useSaveLock.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'

/** B·§2: the category, and the actions. */
const columnsOf = (actions: EditRemove<LabelCategory>): TableColumn<LabelCategory>[] => [
  { key: 'title', title: '分类', render: (row) => row.title },
  editRemoveColumn(actions, (row) => row.title),
]

/** The categories of the labels of a site (B·§2). */
export function LabelCategoryList() {
  const [opened, setOpened] = useState<{ category: LabelCategory | null } | null>(null)
  const list = useListState({ filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('labelCategory.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveRows('labelCategory.deleteByIdList')
  const actions = useMemo<EditRemove<LabelCategory>>(
    () => ({
      edit: (category) => setOpened({ category }),
      remove: ({ id, title }) => void remove([id], `删除标签分类“${title}”`),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title="标签分类"
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索分类名称"
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ category: null })}
        >
          新增
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState
            icon={TagMultipleRegular}
            title="这个站点还没有标签分类"
            text="点“新增”建立一个分类，再在“标签管理”中为它添加标签。"
          />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <LabelCategoryDialog category={opened.category} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

interface LabelCategoryDialogProps {
  /** null: a new one. */
  category: LabelCategory | null
  siteId: number
  onClose: () => void
}

const LABELS = { title: '分类名称' }
const formOf = ({ id, title, siteId, version }: LabelCategory) => ({ id, title, siteId, version })
const load = async (id: number) => formOf((await call('labelCategory.findById', { id })).data)

/** B·§2: a category has a name. */
function LabelCategoryDialog({ category, siteId, onClose }: LabelCategoryDialogProps) {
  const save = useWrite('labelCategory.save')
  return (
    <FormDialog
      title={category ? '编辑标签分类' : '新增标签分类'}
      schema={labelCategorySave}
      values={category ? formOf(category) : { id: 0, title: '', siteId }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={
        category
          ? { id: category.id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) }
          : undefined
      }
      releaseMs={NAME_LOCK_MS}
      {...(category
        ? {
            compare: { load: () => load(category.id), labels: LABELS },
          }
        : {})}
    >
      {(control) => <TextField control={control} name="title" label={LABELS.title} required autoFocus />}
    </FormDialog>
  )
}
