import { useMemo } from 'react'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { type GroupItem, groupItems } from '#renderer/features/people/picker/groupItems.ts'

/** The own group and its descendants. */
export function useAllGroups(): readonly GroupItem[] {
  const ownGroupId = useAuthority().groupId
  const { data } = useRead('role.page', { parentId: ownGroupId, page: 1, size: 1000 }, { enabled: ownGroupId > 0 })
  return useMemo(
    () => [{ id: ownGroupId, title: '超级管理员', level: 1 }, ...groupItems(data?.content ?? [], 2)],
    [data, ownGroupId],
  )
}
