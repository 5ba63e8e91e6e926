import type { Role } from '#shared/contract/role.ts'

/** A group as the dropdown shows it; `level` 1 stands right below the user's own group. */
export interface GroupItem {
  id: number
  title: string
  level: number
}

/** The tree of groups as a list, each before those below it. */
export const groupItems = (groups: readonly Role[], level = 1): GroupItem[] =>
  groups.flatMap(({ id, title, name, childAdminGroup }) => [
    // A foreign server may send only the name.
    { id, title: title || name, level },
    ...groupItems(childAdminGroup, level + 1),
  ])
