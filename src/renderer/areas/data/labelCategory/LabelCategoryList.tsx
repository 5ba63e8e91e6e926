import { TagMultipleRegular } from '@fluentui/react-icons'
import { type LabelCategory, labelCategorySave } from '#shared/contract/label.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { NAME_LOCK_MS } from '#renderer/ui/dialogs/useSaveLock.ts'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { COLUMNS, titleOf } from './columns.tsx'

const WORDS = {
  title: '标签分类',
  search: '搜索分类名称',
  add: '新增',
  emptyTitle: '该站点还没有标签分类',
  emptyText: '点击“新增”添加分类，再在“标签管理”中新增该分类的标签。',
}

/** The categories of the labels of a site (B·§2). */
export function LabelCategoryList() {
  const list = useListState({ filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('labelCategory.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveRows('labelCategory.deleteByIdList')
  return (
    <EditableSiteRecords
      words={WORDS}
      icon={TagMultipleRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={titleOf}
      remove={({ id, title }) => remove([id], `删除标签分类“${title}”`)}
      renderDialog={(category, site) => <LabelCategoryDialog category={category} {...site} />}
    />
  )
}

interface LabelCategoryDialogProps {
  /** null: adds a category. */
  category: LabelCategory | null
  siteId: number
  onClose: () => void
}

const LABELS = { title: '分类名称' }

/** Edits the name of a category (B·§2). */
function LabelCategoryDialog({ category, siteId, onClose }: LabelCategoryDialogProps) {
  const save = useWrite('labelCategory.save')
  return (
    <FormDialog
      title={category ? '编辑标签分类' : '新增标签分类'}
      schema={labelCategorySave}
      {...recordForm({
        record: category,
        empty: { id: 0, title: '', siteId },
        labels: LABELS,
        find: 'labelCategory.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
      releaseMs={NAME_LOCK_MS}
    >
      {(control) => <TextField control={control} name="title" label={LABELS.title} required autoFocus />}
    </FormDialog>
  )
}
