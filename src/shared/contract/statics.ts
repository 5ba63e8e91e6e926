import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, heldColumn, menu, mutation, site } from './define.ts'
import { byId, id, ids, unshown } from './fields.ts'
import { jobRef } from './job.ts'

const access = menu(MENU.staticPages)

export const staticsOperations = {
  /** All static pages of the site (contradictions.md 37); done by a job. */
  'statics.cleanAllHTML': mutation({
    method: 'GET',
    path: cms('statics/cleanAllHTML/{id}'),
    call: 67,
    title: '清除静态页面',
    access: site(access, 'id'),
    input: byId,
    output: unshown(jobRef),
    success: '清除成功',
  }),
  /** The pages of the ticked columns; done by a job. */
  'statics.buildHTML': mutation({
    method: 'POST',
    path: cms('statics/buildHTML'),
    call: 68,
    title: '生成静态页面',
    access: heldColumn('read', 'menuIds[]', site(access, 'siteId')),
    input: z.object({ siteId: id, menuIds: ids('请选择数据') }),
    output: unshown(jobRef),
    success: '操作成功',
  }),
}
