import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query } from './define.ts'
import { dateTime, id, paged, paging } from './fields.ts'

const groupFields = z.object({
  id: z.number(),
  name: z.string(),
  /** C·§3: pickers know a group's name as `title`. */
  title: z.string(),
  createDate: dateTime,
})

/** C·§3 User group (role), with those below it when it was asked for by `parentId`; else childAdminGroup is empty. */
export type Role = z.output<typeof groupFields> & { childAdminGroup: Role[] }
export const role: z.ZodType<Role> = groupFields
  .extend({
    get childAdminGroup() {
      return z.array(role)
    },
  })
  // A recursive schema needs a name in the API document.
  .meta({ id: 'Role' })

/** Groups to choose from. */
export const roleOperations = {
  /**
   * Calls 143 and 151. With `parentId`: the groups under that one, which must be the caller's own or one below it; everyone
   * who has a role may (site mail asks for recipients). Without it: all groups, for the menus that choose among them.
   */
  'role.page': query({
    method: 'POST',
    path: cms('role/page'),
    call: 143,
    title: '用户组列表',
    access: menu(MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow, MENU.mine),
    input: paging({ parentId: id.optional() }),
    output: paged(role),
  }),
}
