import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query } from './define.ts'
import { dateTime, paged, paging } from './fields.ts'

/** C·§3 User group (role), as a choice shows it. */
export const role = z.object({ id: z.number(), name: z.string(), createDate: dateTime })

/** Roles to choose from (call 143). */
export const roleOperations = {
  'role.page': query({
    method: 'POST',
    path: cms('role/page'),
    call: 143,
    title: '用户组列表',
    access: menu(MENU.publishStats, MENU.account, MENU.userGroup, MENU.workflow),
    input: paging({}),
    output: paged(role),
  }),
}
