import { useMemo } from 'react'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import type { Choice } from '#renderer/ui/fields/choices.ts'

/** B·§6: the roles for a node, those below the user's own group; super administrators may choose their own, too. */
export function useRoleChoices(also: ReadonlyMap<number, string>): Choice<number>[] {
  const who = useAuthority()
  const own = who.groupId
  const { data } = useRead('role.page', { parentId: own, page: 1, size: 1000 }, { enabled: own > 0 })
  const all = isSuper(who)
  return useMemo(() => {
    const items = groupItems(data?.content ?? [])
    const choices: Choice<number>[] = items.map(({ id, title, level }) => ({ value: id, title, level }))
    if (all) choices.unshift({ value: own, title: '超级管理员' })
    const known = new Set(choices.map(({ value }) => value))
    const others = [...also].filter(([id]) => !known.has(id))
    return [...choices, ...others.map(([value, title]) => ({ value, title, disabled: true }))]
  }, [data, own, all, also])
}
