import { RibbonStarRegular } from '@fluentui/react-icons'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveUsed } from '../shared/useRemoveUsed.ts'
import { COLUMNS } from './columns.tsx'
import { LevelDialog } from './LevelDialog.tsx'

const nameOf = ({ name }: MemberLevel): string => name

const consequenceText = (members: number): string =>
  `有 ${members} 个会员属于该等级。删除后，这些会员的等级改为按积分计算，积分不在任何等级范围内的会员没有等级。`

/** The levels of a site's members (C·§2 Members). */
export function MemberLevels() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('memberLevel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveUsed({
    remove: 'memberLevel.deleteByIdList',
    removeUsed: 'memberLevel.removeUsed',
    consequence: consequenceText,
  })
  return (
    <EditableSiteRecords
      words={{
        title: '会员等级',
        add: '添加',
        search: '搜索名称或备注',
        emptyTitle: '该站点还没有会员等级',
        emptyText: '点击“添加”设置等级名称和积分范围，会员的等级按积分自动确定。',
      }}
      icon={RibbonStarRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={({ id, name }) => remove(id, `删除会员等级“${name}”`)}
      renderDialog={(level, site) => <LevelDialog level={level} {...site} />}
    />
  )
}
