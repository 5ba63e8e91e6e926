import type { Role } from '#shared/contract/role.ts'

/** How many groups stand below this one. */
export const countBelow = ({ childAdminGroup }: Role): number =>
  childAdminGroup.reduce((sum, child) => sum + 1 + countBelow(child), 0)

/** The group and all below it, itself first. */
export const withBelow = (group: Role): Role[] => [group, ...group.childAdminGroup.flatMap(withBelow)]

/**
 * The groups whose name or introduction contains the text, and those above them; the same tree when there is no text. A
 * group that keeps all below it stays the same object.
 */
export function filterGroups(groups: readonly Role[], text: string): readonly Role[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return groups
  return groups.flatMap((group) => {
    const child = filterGroups(group.childAdminGroup, text)
    if (child.length === 0 && !`${group.name}\n${group.note}`.toLowerCase().includes(wanted)) return []
    const whole =
      child.length === group.childAdminGroup.length && child.every((each, at) => each === group.childAdminGroup[at])
    return [whole ? group : { ...group, childAdminGroup: [...child] }]
  })
}
