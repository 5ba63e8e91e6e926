import { PeopleTeamRegular } from '@fluentui/react-icons'
import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveUsed } from '../shared/useRemoveUsed.ts'
import { COLUMNS } from './columns.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { GROUP } from './text.ts'

const nameOf = ({ name }: MemberGroup): string => name

/** The groups of a site's members (C·§2 Members). */
export function MemberGroups() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('memberGroup.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveUsed({
    remove: 'memberGroup.deleteByIdList',
    removeUsed: 'memberGroup.removeUsed',
    consequence: GROUP.consequence,
  })
  return (
    <EditableSiteRecords
      words={GROUP}
      icon={PeopleTeamRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={({ id, name }) => remove(id, GROUP.removeTitle(name))}
      renderDialog={(group, site) => <GroupDialog group={group} {...site} />}
    />
  )
}
