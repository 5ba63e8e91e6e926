import { Button } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, EditRegular, TagMultipleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { LabelCategory } from '#shared/contract/label.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useConfirm } from '#renderer/kit/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/kit/feedback/States.tsx'
import { SiteSelect } from '#renderer/kit/fields/SiteSelect.tsx'
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx'
import { useListState } from '#renderer/kit/list/useListState.ts'
import { RowActions } from '#renderer/kit/table/RowActions.tsx'
import type { TableColumn } from '#renderer/kit/table/types.ts'
import { DICTIONARY } from '#renderer/text/dictionary.ts'
import { LabelCategoryDialog } from './LabelCategoryDialog.tsx'

interface Actions {
  edit: (category: LabelCategory) => void
  remove: (category: LabelCategory) => void
}

/** B·§2: the category, and the actions. */
const columnsOf = ({ edit, remove }: Actions): TableColumn<LabelCategory>[] => [
  { key: 'title', title: '分类', render: (row) => row.title },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '编辑', icon: EditRegular, run: () => edit(row) },
          { title: '删除', icon: DeleteRegular, run: () => remove(row) },
        ]}
      />
    ),
  },
]

/** The categories of the labels of a site (B·§2). */
export function View() {
  const [opened, setOpened] = useState<{ category: LabelCategory | null } | null>(null)
  const session = useSession()
  const list = useListState({ filters: { siteId: session?.currentSiteId ?? 0 } })
  const { siteId } = list.filters
  const read = useRead('labelCategory.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const confirm = useConfirm()
  const { mutate: remove } = useWrite('labelCategory.deleteByIdList')
  const actions = useMemo<Actions>(
    () => ({
      edit: (category) => setOpened({ category }),
      remove: ({ id, title }) =>
        void confirm({ title: `删除标签分类“${title}”`, text: DICTIONARY.deleteQuestion, danger: true }).then(
          (agreed) => agreed && remove([{ id }]),
        ),
    }),
    [confirm, remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  const onRowKey = (row: LabelCategory, event: KeyboardEvent): void => {
    if (event.key === 'F2') actions.edit(row)
    if (event.key === 'Delete') actions.remove(row)
  }
  return (
    <ListScreen
      title="标签分类"
      list={list}
      read={read}
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
        <EmptyState
          icon={TagMultipleRegular}
          title="这个站点还没有标签分类"
          text="点“新增”建立一个分类，再在“标签管理”中为它添加标签。"
        />
      }
      onOpen={actions.edit}
      onRowKey={onRowKey}
    >
      {opened && <LabelCategoryDialog category={opened.category} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
