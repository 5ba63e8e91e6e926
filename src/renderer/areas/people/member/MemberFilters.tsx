import { useRead } from '#renderer/data/useRead.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'
import { MEMBER } from './text.ts'

interface Filters {
  siteId: number
  /** 0: all. */
  groupId: number
  /** 0: all. */
  levelId: number
}

/** Which site's members, and which of them. */
export function MemberFilters({ value, onChange }: { value: Filters; onChange: (change: Partial<Filters>) => void }) {
  const { siteId, groupId, levelId } = value
  const ofSite = { siteId, page: 1, size: 1000 }
  const groups = useRead('memberGroup.page', ofSite, { enabled: siteId > 0 })
  const levels = useRead('memberLevel.page', ofSite, { enabled: siteId > 0 })
  const items = (all: string, rows: readonly { id: number; name: string }[] = []) => [
    { id: 0, title: all },
    ...rows.map(({ id, name }) => ({ id, title: name })),
  ]
  return (
    <>
      <SiteSelect value={siteId} onChange={(site) => onChange({ siteId: site, groupId: 0, levelId: 0 })} />
      <TruncatedSelect
        label={MEMBER.groups}
        items={items(MEMBER.allGroups, groups.data?.content)}
        value={groupId}
        onChange={(id) => onChange({ groupId: id })}
      />
      <TruncatedSelect
        label={MEMBER.level}
        items={items(MEMBER.allLevels, levels.data?.content)}
        value={levelId}
        onChange={(id) => onChange({ levelId: id })}
      />
    </>
  )
}
