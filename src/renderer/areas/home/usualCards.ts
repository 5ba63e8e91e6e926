import { longCode } from '#shared/domain/contentAccess.ts'
import { type Authority, canSeeMenu, isSuper, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { CARDS, type CardId } from './useHomeCards.ts'

const WRITES: ReadonlySet<number> = new Set([PERMISSION.add, PERMISSION.edit])

/** Whether the account may add or edit entries in any column. */
const writes = (who: Authority): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    ({ siteId, menuItemDTOList }) =>
      siteId !== 0 && menuItemDTOList.some(({ settingList }) => settingList.some((code) => WRITES.has(longCode(code)))),
  )

/** Administrators see the server before their own work. */
const OF_SUPER: readonly CardId[] = ['tasks', 'quick', 'server']
/** Accounts that edit templates but no entries see their workspaces first. */
const OF_DESIGNERS: readonly CardId[] = ['tasks', 'quick', 'workspaces', 'recent', 'sites']

/** The cards that an account may use, in the order that suits its permissions. */
export function usualCards(who: Authority): CardId[] {
  const isWriter = writes(who)
  const designs = canSeeMenu(who, MENU.templates)
  const has: Partial<Record<CardId, boolean>> = {
    tasks: canSeeMenu(who, MENU.approvalTasks),
    server: canSeeMenu(who, MENU.dashboard),
    workspaces: designs,
    drafts: isWriter,
    recent: isWriter || who.siteItemDTOList.some(({ siteId }) => siteId === 0),
  }
  const first = isSuper(who) ? OF_SUPER : designs && !isWriter ? OF_DESIGNERS : []
  return [...first, ...CARDS.filter((id) => !first.includes(id))].filter((id) => has[id] ?? true)
}
