import { PeopleTeamRegular } from '@fluentui/react-icons'
import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveUsed } from '../shared/useRemoveUsed.ts'
import { COLUMNS } from './columns.tsx'
import { GroupDialog } from './GroupDialog.tsx'

const nameOf = ({ name }: MemberGroup): string => name

const consequenceText = (members: number): string =>
  `该会员组中有 ${members} 个会员。删除后，会员移出该会员组，会员本身不会删除。`

/** The groups of a site's members (C·§2 Members). */
export function MemberGroups() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('memberGroup.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveUsed({
    remove: 'memberGroup.deleteByIdList',
    removeUsed: 'memberGroup.removeUsed',
    consequence: consequenceText,
  })
  return (
    <EditableSiteRecords
      words={{
        title: '会员组',
        add: '添加',
        search: '搜索名称或备注',
        emptyTitle: '该站点还没有会员组',
        emptyText: '点击“添加”填写会员组名称，再在“会员管理”中为会员选择会员组。',
      }}
      icon={PeopleTeamRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={({ id, name }) => remove(id, `删除会员组“${name}”`)}
      renderDialog={(group, site) => <GroupDialog group={group} {...site} />}
    />
  )
}
