import { DocumentTextRegular } from '@fluentui/react-icons'
import type { NameMatch } from '#renderer/ui/search/nameMatch.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import type { NavGroup, NavLeaf } from '#renderer/ui/page/navigation.ts'
import { branchesOf } from './contentTree.ts'

export interface Command extends NavLeaf {
  /** Title of its group in the navigation; empty when it stands alone. */
  group: string
  /** By which it is remembered; the path without one. */
  name?: string
  /** Done in place of going to the path. */
  run?: () => void
}

export const nameOf = ({ name, path }: Command): string => name ?? path

/** Everything that can be gone to by name: the navigation, and open screens that it doesn't list. */
export function commandsOf(groups: readonly NavGroup[], screens: readonly Screen[]): Command[] {
  const listed = groups.flatMap((group) => group.leaves.map((leaf) => ({ ...leaf, group: group.title })))
  const others = screens.filter(
    (screen) =>
      (screen.frame ?? 'shell') === 'shell' &&
      screen.menu === null &&
      !screen.path.includes(':') &&
      !listed.some((l) => l.path === screen.path),
  )
  const columns = groups.flatMap((group) =>
    branchesOf(group.tree ?? []).map(({ path, title, above }) => ({
      path,
      title,
      icon: DocumentTextRegular,
      group: [group.title, ...above].join(' / '),
    })),
  )
  // Columns come last: there are many, and some have the name of a screen.
  return [...listed, ...others.map(({ path, title, icon }) => ({ path, title, icon, group: '' })), ...columns]
}

/**
 * Commands whose title or group is meant by the text; titles that begin with it come first, then those that hold it.
 * @param recent names of those that were used, the last one first: they stand before others that fit as well
 */
export function matching(
  commands: readonly Command[],
  typed: string,
  match: NameMatch,
  recent: readonly string[] = [],
): Command[] {
  const text = typed.trim().toLowerCase()
  const hits = commands.filter((c) => match(c.title, text) || match(c.group, text))
  const rank = ({ title }: Command): number => {
    if (title.toLowerCase().startsWith(text)) return 0
    return match(title, text) ? 1 : 2
  }
  const used = new Map(recent.map((name, at) => [name, at]))
  return hits
    .map((hit) => ({ hit, rank: rank(hit), used: used.get(nameOf(hit)) ?? recent.length }))
    .sort((a, b) => a.rank - b.rank || a.used - b.used)
    .map(({ hit }) => hit)
}
