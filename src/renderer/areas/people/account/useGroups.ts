import { useMemo } from 'react'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { type GroupItem, groupItems } from '#renderer/features/people/picker/groupItems.ts'

export interface Groups {
  /**
   * Groups that may be assigned (contradictions.md 101): the descendants of the own group; for super administrators
   * also the own group.
   */
  assignable: readonly GroupItem[]
  /** Groups whose accounts are visible: the own group and its descendants. */
  visible: readonly GroupItem[]
}

/** The groups of the signed-in account, as a list with levels (C·§2). */
export function useGroups(): Groups {
  const authority = useAuthority()
  const ownGroupId = authority.groupId
  // C·§9: choices are read without paging.
  const { data } = useRead('role.page', { parentId: ownGroupId, page: 1, size: 1000 }, { enabled: ownGroupId > 0 })
  const all = isSuper(authority)
  return useMemo(() => {
    const below = groupItems(data?.content ?? [], 2)
    const visible = [{ id: ownGroupId, title: all ? '超级管理员' : '本用户组', level: 1 }, ...below]
    return { visible, assignable: all ? visible : groupItems(data?.content ?? []) }
  }, [data, ownGroupId, all])
}
