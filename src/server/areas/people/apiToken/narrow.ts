import type { Kysely } from 'kysely'
import { readAuthority } from '../account/index.ts'
import type { Database } from '#server/db/schema.ts'
import { longCode } from '#shared/domain/contentAccess.ts'
import { tokenCodes } from '#shared/domain/tokenScopes.ts'
import { type Authority, isSuper } from '#shared/domain/permissions.ts'

/** What a token keeps of its owner's rights. */
export interface Narrowing {
  scopes: readonly string[]
  /** Empty: all. */
  siteIds: readonly number[]
  columnIds: readonly number[]
}

/** The group of a super administrator's token: none, so that no check lets it pass unread. */
const NO_GROUP = 0

/**
 * The owner's rights with all that the token was not given taken away: sites, columns, and the codes of its columns. Never
 * that of a super administrator, whose rights are written out for it.
 */
export async function narrowed(db: Kysely<Database>, owner: Authority, token: Narrowing): Promise<Authority> {
  const whole = isSuper(owner) ? await superInFull(db, owner.groupId, token) : owner
  const codes = new Set(tokenCodes(token.scopes))
  const siteItemDTOList = whole.siteItemDTOList
    .filter(({ siteId }) => siteId === 0 || token.siteIds.length === 0 || token.siteIds.includes(siteId))
    .map(({ siteId, menuItemDTOList }) => ({
      siteId,
      menuItemDTOList:
        siteId === 0
          ? menuItemDTOList.map(({ menuId }) => ({ menuId, settingList: [] }))
          : menuItemDTOList
              .filter(({ menuId }) => token.columnIds.length === 0 || token.columnIds.includes(menuId))
              .map(({ menuId, settingList }) => ({
                menuId,
                settingList: settingList.filter((code) => codes.has(longCode(code))),
              })),
    }))
  return { groupId: isSuper(owner) ? NO_GROUP : owner.groupId, siteItemDTOList }
}

/** Every column of every site with every code that the token has: what a super administrator passes unread. */
async function superInFull(db: Kysely<Database>, groupId: number, token: Narrowing): Promise<Authority> {
  const { siteItemDTOList } = await readAuthority(db, groupId)
  const settingList = [...tokenCodes(token.scopes)]
  const all = siteItemDTOList.map(({ siteId, menuItemDTOList }) => ({
    siteId,
    menuItemDTOList: menuItemDTOList.map(({ menuId }) => ({ menuId, settingList })),
  }))
  return { groupId, siteItemDTOList: all }
}
