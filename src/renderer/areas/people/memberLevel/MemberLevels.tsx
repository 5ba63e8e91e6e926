import { RibbonStarRegular } from '@fluentui/react-icons'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EditableSiteRecords } from '#renderer/features/sites/EditableSiteRecords.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveUsed } from '../shared/useRemoveUsed.ts'
import { COLUMNS } from './columns.tsx'
import { LevelDialog } from './LevelDialog.tsx'
import { LEVEL } from './text.ts'

const nameOf = ({ name }: MemberLevel): string => name

/** The levels of a site's members (C·§2 Members). */
export function MemberLevels() {
  const list = useListState({ size: 20, filters: { siteId: useCurrentSite() } })
  const enabled = list.filters.siteId > 0
  const read = useRead('memberLevel.page', list.input, { quiet: true, keepPrevious: true, enabled })
  const remove = useRemoveUsed({
    remove: 'memberLevel.deleteByIdList',
    removeUsed: 'memberLevel.removeUsed',
    consequence: LEVEL.consequence,
  })
  return (
    <EditableSiteRecords
      words={LEVEL}
      icon={RibbonStarRegular}
      list={list}
      read={read}
      columns={COLUMNS}
      nameOf={nameOf}
      remove={({ id, name }) => remove(id, LEVEL.removeTitle(name))}
      renderDialog={(level, site) => <LevelDialog level={level} {...site} />}
    />
  )
}
