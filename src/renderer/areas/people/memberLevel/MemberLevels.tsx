import { Button } from '@fluentui/react-components'
import { AddRegular, RibbonStarRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { NoSite, OF_NO_SITE } from '#renderer/features/sites/noSite.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { useRemoveUsed } from '../shared/useRemoveUsed.ts'
import { columnsOf } from './columns.tsx'
import { LevelDialog } from './LevelDialog.tsx'
import { LEVEL } from './text.ts'

/** The levels of a site's members (C·§2 Members). */
export function MemberLevels() {
  const [opened, setOpened] = useState<{ level: MemberLevel | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('memberLevel.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveUsed({
    remove: 'memberLevel.deleteByIdList',
    removeUsed: 'memberLevel.removeUsed',
    consequence: LEVEL.consequence,
  })
  const actions = useMemo<EditRemove<MemberLevel>>(
    () => ({
      edit: (level) => setOpened({ level }),
      remove: ({ id, name }) => void remove(id, LEVEL.removeTitle(name)),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title={LEVEL.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search={LEVEL.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ level: null })}
        >
          {LEVEL.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={RibbonStarRegular} title={LEVEL.emptyTitle} text={LEVEL.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <LevelDialog level={opened.level} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
