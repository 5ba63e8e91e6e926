import { longCode } from '#shared/domain/contentAccess.ts'
import { type Authority, canSeeMenu, isSuper, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { CARDS, type CardId } from './useHomeCards.ts'

const WRITE_PERMISSIONS: ReadonlySet<number> = new Set([PERMISSION.add, PERMISSION.edit])

/** Whether the account may add or edit entries in any column. */
const canWriteEntries = (who: Authority): boolean =>
  isSuper(who) ||
  who.siteItemDTOList.some(
    ({ siteId, menuItemDTOList }) =>
      siteId !== 0 &&
      menuItemDTOList.some(({ settingList }) => settingList.some((code) => WRITE_PERMISSIONS.has(longCode(code)))),
  )

/** Administrators see the server before their own work. */
const FIRST_FOR_ADMINS: readonly CardId[] = ['tasks', 'quick', 'server']
/** Accounts that edit templates but no entries see their workspaces first. */
const FIRST_FOR_DESIGNERS: readonly CardId[] = ['tasks', 'quick', 'workspaces', 'recent', 'sites']

/** The cards that an account may use, in the order that suits its permissions. */
export function listDefaultCards(who: Authority): CardId[] {
  const isWriter = canWriteEntries(who)
  const isDesigner = canSeeMenu(who, MENU.templates)
  const has: Partial<Record<CardId, boolean>> = {
    tasks: canSeeMenu(who, MENU.approvalTasks),
    server: canSeeMenu(who, MENU.dashboard),
    workspaces: isDesigner,
    drafts: isWriter,
    recent: isWriter || who.siteItemDTOList.some(({ siteId }) => siteId === 0),
  }
  const first = isSuper(who) ? FIRST_FOR_ADMINS : isDesigner && !isWriter ? FIRST_FOR_DESIGNERS : []
  return [...first, ...CARDS.filter((id) => !first.includes(id))].filter((id) => has[id] ?? true)
}
