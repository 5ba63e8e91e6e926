import { Button } from '@fluentui/react-components'
import { AddRegular, TagRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { Label } from '#shared/contract/label.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'
import { columnsOf } from './columns.tsx'
import { LabelDialog } from './LabelDialog.tsx'
import { useRemoveLabel } from './useRemoveLabel.ts'

/** The labels of a site (B·§2): what label fields of its content offer. */
export function LabelList() {
  const [opened, setOpened] = useState<{ label: Label | null } | null>(null)
  const list = useListState({ filters: { siteId: useCurrentSite(), classId: 0 } })
  const { siteId, classId } = list.filters
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
      read={siteId === 0 ? OF_NO_SITE : read}
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
            title="这个站点还没有标签"
            text="先在“标签分类”中建立分类，再点“新增”添加标签；内容的标签字段从中选择。"
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
