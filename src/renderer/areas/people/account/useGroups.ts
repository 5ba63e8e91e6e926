import { useMemo } from 'react'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { type GroupItem, groupItems } from '#renderer/features/people/picker/groupItems.ts'

export interface Groups {
  /** Into which accounts can be put (contradictions.md 101): those under one's own; for super administrators the own one, too. */
  given: readonly GroupItem[]
  /** Whose accounts are seen: one's own, and those below. */
  seen: readonly GroupItem[]
}

/** The groups of the one who is signed in, as an indented list (C·§2). */
export function useGroups(): Groups {
  const authority = useAuthority()
  const ownGroupId = authority.groupId
  // C·§9: choices are read without paging.
  const { data } = useRead('role.page', { parentId: ownGroupId, page: 1, size: 1000 }, { enabled: ownGroupId > 0 })
  const all = isSuper(authority)
  return useMemo(() => {
    const below = groupItems(data?.content ?? [], 2)
    const seen = [{ id: ownGroupId, title: all ? '超级管理员' : '我所在的用户组', level: 1 }, ...below]
    return { seen, given: all ? seen : groupItems(data?.content ?? []) }
  }, [data, ownGroupId, all])
}
