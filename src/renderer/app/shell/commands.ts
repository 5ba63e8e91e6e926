import { AddRegular, DocumentTextRegular, OptionsRegular } from '@fluentui/react-icons'
import { COLUMN_TYPE, manageUrlOf } from '#shared/domain/columnType.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { type Authority, canSeeMenu } from '#shared/domain/permissions.ts'
import { BEGIN_PARAM, SETTING_PARAM } from '#renderer/ui/page/useAddressParam.ts'
import type { NameMatch } from '#renderer/ui/search/nameMatch.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import type { NavGroup, NavLeaf } from '#renderer/ui/page/navigation.ts'
import { listBranches } from './contentTree.ts'
import type { RecentCommand } from './recentCommands.ts'

/** Group title of the commands that do something instead of opening a page. */
export const COMMAND_GROUP = '命令'

export interface Command extends NavLeaf {
  /** Title of its group in the navigation; empty without a group. */
  group: string
  /** Key among the recent commands; absent: the path. */
  name?: string
  /** Kind of a search result; absent for the program's own commands. */
  kind?: RecentCommand['kind']
  /** Query parameters of the address. */
  params?: Readonly<Record<string, string>>
  /** Runs instead of opening the path. */
  run?: () => void
}

export const commandNameOf = ({ name, path }: Command): string => name ?? path

/** All pages that can be opened by name: the navigation, and the account's screens that are not listed there. */
export function commandsOf(groups: readonly NavGroup[], screens: readonly Screen[], who: Authority): Command[] {
  const listed = groups.flatMap((group) => group.leaves.map((leaf) => ({ ...leaf, group: group.title })))
  const others = screens.filter(
    (screen) =>
      (screen.frame ?? 'shell') === 'shell' &&
      (screen.menu === null || (screen.listed === false && canSeeMenu(who, screen.menu))) &&
      !screen.path.includes(':') &&
      !listed.some((l) => l.path === screen.path),
  )
  const columns = groups.flatMap((group) =>
    listBranches(group.tree ?? []).map(({ path, title, above }) => ({
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
 * The commands of the screens (新增站点), single settings, and new entries of the site's columns, as far as the account may
 * use them. New entries come last: a site may have thousands of columns.
 */
export function actionCommandsOf(
  groups: readonly NavGroup[],
  screens: readonly Screen[],
  who: Authority,
  siteId: number,
): Command[] {
  const own = screens.filter(({ menu }) => menu === null || canSeeMenu(who, menu))
  const createCommands = own.flatMap(({ command, path }): Command[] =>
    command === undefined
      ? []
      : [
          {
            name: command,
            title: command,
            path,
            icon: AddRegular,
            group: COMMAND_GROUP,
            params: { [BEGIN_PARAM]: '1' },
          },
        ],
  )
  const settings = own.flatMap(({ settings: titles = [], path, title: group }) =>
    titles.map((title): Command => {
      const ask = { [SETTING_PARAM]: title }
      return {
        name: `setting ${path} ${title}`,
        title,
        path,
        icon: OptionsRegular,
        group: `设置项 · ${group}`,
        params: ask,
      }
    }),
  )
  const entries = groups.flatMap((group) =>
    listBranches(group.tree ?? []).flatMap(({ key, path, title, above }): Command[] => {
      const id = Number(key)
      const isList = path === manageUrlOf(COLUMN_TYPE.list, id)
      if (!isList || contentRefusal(who, { id, siteId, title }, 'add') !== null) return []
      const where = [COMMAND_GROUP, ...above].join(' · ')
      const name = `new entry ${id}`
      return [
        { name, title: `新增内容：${title}`, path, icon: AddRegular, group: where, params: { [BEGIN_PARAM]: '1' } },
      ]
    }),
  )
  return [...createCommands, ...settings, ...entries]
}

/**
 * Commands whose title or group matches the text: first titles that begin with it, then titles that contain it.
 * @param recent names of recently used commands, newest first; they precede other commands of the same rank
 */
export function matchCommands(
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
    .map((hit) => ({ hit, rank: rank(hit), used: used.get(commandNameOf(hit)) ?? recent.length }))
    .sort((a, b) => a.rank - b.rank || a.used - b.used)
    .map(({ hit }) => hit)
}
