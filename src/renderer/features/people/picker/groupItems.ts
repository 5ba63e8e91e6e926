import type { Role } from '#shared/contract/role.ts'

/** A group in the dropdown; `level` 1 is directly below the user's own group. */
export interface GroupItem {
  id: number
  title: string
  level: number
}

/** The tree of groups as a list, parents first. */
export const groupItems = (groups: readonly Role[], level = 1): GroupItem[] =>
  groups.flatMap(({ id, title, name, childAdminGroup }) => [
    // A foreign server may send only the name.
    { id, title: title || name, level },
    ...groupItems(childAdminGroup, level + 1),
  ])
