import { Button } from '@fluentui/react-components'
import { AddRegular, PeopleTeamRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { MemberGroup } from '#shared/contract/memberGroup.ts'
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
import { GroupDialog } from './GroupDialog.tsx'
import { GROUP } from './text.ts'

/** The groups of a site's members (C·§2 Members). */
export function MemberGroups() {
  const [opened, setOpened] = useState<{ group: MemberGroup | null } | null>(null)
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const { siteId } = list.filters
  const read = useRead('memberGroup.page', list.input, { quiet: true, keepPrevious: true, enabled: siteId > 0 })
  const remove = useRemoveUsed({
    remove: 'memberGroup.deleteByIdList',
    removeUsed: 'memberGroup.removeUsed',
    consequence: GROUP.consequence,
  })
  const actions = useMemo<EditRemove<MemberGroup>>(
    () => ({
      edit: (group) => setOpened({ group }),
      remove: ({ id, name }) => void remove(id, GROUP.removeTitle(name)),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title={GROUP.title}
      list={list}
      read={siteId === 0 ? OF_NO_SITE : read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search={GROUP.search}
      filters={<SiteSelect value={siteId} onChange={(site) => list.setFilter('siteId', site)} />}
      actions={
        <Button
          appearance="primary"
          icon={<AddRegular />}
          disabled={siteId === 0}
          onClick={() => setOpened({ group: null })}
        >
          {GROUP.add}
        </Button>
      }
      empty={
        siteId === 0 ? (
          <NoSite />
        ) : (
          <EmptyState icon={PeopleTeamRegular} title={GROUP.emptyTitle} text={GROUP.emptyText} />
        )
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <GroupDialog group={opened.group} siteId={siteId} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}
