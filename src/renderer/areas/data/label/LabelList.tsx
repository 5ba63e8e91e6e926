import { Button } from '@fluentui/react-components'
import { AddRegular, TagRegular } from '@fluentui/react-icons'
import { useCallback, useMemo, useState } from 'react'
import { type Label, labelSave } from '#shared/contract/label.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { NoSite, NO_SITE_READ } from '#renderer/features/sites/noSite.tsx'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { showError } from '#renderer/data/errors.ts'
import { factOf } from '#renderer/data/factOf.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { DELETE_QUESTION } from '#renderer/ui/list/useRemoveRows.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { columnsOf } from './columns.tsx'

/** The labels of a site (B·§2): what label fields of its content offer. */
export function LabelList() {
  const [opened, setOpened] = useState<{ label: Label | null } | null>(null)
  useTabOpen('LabelList', opened, setOpened)
  const list = useListState({ filters: { siteId: useCurrentSite(), classId: 0 } })
  const { siteId, classId } = list.filters
  useAutoOpenFromUrl(() => siteId > 0 && setOpened({ label: null }))
  const read = useRead('label.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveLabel()
  const actions = useMemo<EditRemove<Label>>(
    () => ({ edit: (label) => setOpened({ label }), remove: (label) => void remove(label) }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title="标签管理"
      list={list}
      read={siteId === 0 ? NO_SITE_READ : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索标签名称"
      filters={
        <>
          <SiteSelect value={siteId} onChange={(site) => list.setFilters({ siteId: site, classId: 0 })} />
          <CategoryFilter siteId={siteId} value={classId} onChange={(id) => list.setFilter('classId', id)} />
        </>
      }
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ label: null })}
        >
          新增
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState
            icon={TagRegular}
            title="该站点还没有标签"
            text="请先在“标签分类”中新增分类，再点击“新增”添加标签，供内容的标签字段选用。"
          />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <LabelDialog label={opened.label} siteId={siteId} classId={classId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

interface CategoryFilterProps {
  siteId: number
  /** 0: all categories. */
  value: number
  onChange: (classId: number) => void
}

const ALL_CATEGORIES = { id: 0, title: '全部分类' }

/** Narrows the labels to one category of the site. */
function CategoryFilter({ siteId, value, onChange }: CategoryFilterProps) {
  const { data } = useRead('labelCategory.page', { siteId, page: 1, size: 10_000 }, { enabled: siteId > 0 })
  return (
    <TruncatedSelect
      label="标签分类"
      items={[ALL_CATEGORIES, ...(data?.content ?? [])]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Deletes a label after a confirmation. If entries use the label, a second confirmation offers to detach it first. */
function useRemoveLabel(): (label: Label) => Promise<void> {
  const confirm = useConfirm()
  const { mutateAsync: remove } = useWrite('label.deleteByIdList', { quiet: true })
  const { mutateAsync: detachLabel } = useWrite('label.takeOff', { quiet: true, success: false })
  return useCallback(
    async ({ id, title }) => {
      const question = { title: `删除标签“${title}”`, danger: true }
      if (!(await confirm({ ...question, text: DELETE_QUESTION, confirmText: '删除' }))) return
      try {
        const usageCount = await remove([{ id }]).then(() => null, readUsageCount)
        if (usageCount === null) return
        const text = `${usageCount} 篇内容（含回收站）使用了该标签。继续后，将先从这些内容中移除该标签，再删除标签，且无法撤销。`
        if (!(await confirm({ ...question, text, confirmText: '移除并删除' }))) return
        await detachLabel([{ id }])
        await remove([{ id }])
      } catch (error) {
        showError(error)
      }
    },
    [confirm, remove, detachLabel],
  )
}

/** The number of entries that use a label, read from the refusal to delete it; other errors are thrown again. */
function readUsageCount(thrown: unknown): number {
  const fact = factOf(thrown, 'used')
  if (!fact) throw thrown
  return fact.used
}

interface LabelDialogProps {
  /** null: adds a label. */
  label: Label | null
  siteId: number
  /** Category of a new label; 0: none is chosen yet. */
  classId: number
  onClose: () => void
}

const LABELS = { title: '标签名称', classId: '标签分类' }

/** Edits title and category of a label (B·§2). */
function LabelDialog({ label, siteId, classId, onClose }: LabelDialogProps) {
  const save = useWrite('label.save')
  const { data } = useRead('labelCategory.page', { siteId, page: 1, size: 1000 })
  const categories = (data?.content ?? []).map(({ id, title }) => ({ value: id, title }))
  return (
    <FormDialog
      title={label ? '编辑标签' : '新增标签'}
      schema={labelSave}
      {...recordForm({
        record: label,
        empty: { id: 0, title: '', classId, siteId },
        labels: LABELS,
        find: 'label.findById',
        show: (field, value) =>
          field === 'classId' ? categories.find((one) => one.value === value)?.title : undefined,
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <SelectField
            control={control}
            name="classId"
            label={LABELS.classId}
            required
            options={categories}
            hint={data?.content.length === 0 ? '该站点还没有标签分类，请先在“标签分类”中新增' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
