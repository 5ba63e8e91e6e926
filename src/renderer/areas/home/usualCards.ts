import { longCode } from '#shared/domain/contentAccess.ts'
import { type Authority, canSeeMenu, isSuper, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { CARDS, type CardId } from './useHomeCards.ts'

const WRITES: ReadonlySet<number> = new Set([PERMISSION.add, PERMISSION.edit])

/** May the account add or edit entries anywhere? */
const writes = (who: Authority): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    ({ siteId, menuItemDTOList }) =>
      siteId !== 0 && menuItemDTOList.some(({ settingList }) => settingList.some((code) => WRITES.has(longCode(code)))),
  )

/** Administrators see the server before their own work. */
const OF_SUPER: readonly CardId[] = ['tasks', 'quick', 'server']
/** Who designs and does not write goes on with templates. */
const OF_DESIGNERS: readonly CardId[] = ['tasks', 'quick', 'workspaces', 'recent', 'sites']

/** The cards that an account has, in the order that suits what it does. */
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
