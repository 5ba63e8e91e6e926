import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, idList, nothing, paged, paging, required, text, undocumentedOutput } from './fields.ts'

/** Maximum number of names in `receiver`. */
const MAX_RECEIVERS = 500
const MAX_CONTENT_CHARS = 100_000

/** C·§3 Site mail / inbox message: a message from a site's staff to a user group or to named accounts. */
const inboxMessage = z.object({
  id: z.number(),
  siteId: z.number(),
  title: z.string(),
  /** accessPath; '' for none. */
  photo: z.string(),
  /** HTML, cleaned. */
  content: z.string(),
  /** Title of the receiving user group; '' for none. */
  receiveGroup: z.string(),
  /** User names, joined by commas. */
  receiver: z.string(),
  /** E-mail addresses of the receivers, joined by commas. */
  emailList: z.string(),
  postTime: dateTime,
  createDate: dateTime,
  /** Ours: real names for `receiver`, and the sender. */
  receiverNames: z.string().default(''),
  createBy: z.string().default(''),
})
export type InboxMessage = z.output<typeof inboxMessage>

/** C·§2: the dialog for publishing a message. `receiveGroup` is the group's id, 0 for none. */
export const inboxSave = z
  .object({
    siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
    title: required('请输入标题'),
    photo: text(1024, '图片'),
    content: z
      .string('请输入内容')
      .trim()
      .min(1, '请输入内容')
      .max(MAX_CONTENT_CHARS, `内容不能超过 ${MAX_CONTENT_CHARS} 个字`),
    receiveGroup: id.default(0),
    receiver: z.string().default(''),
    emailList: z.string().default(''),
  })
  .superRefine(({ receiveGroup, receiver }, context) => {
    const names = receiver.split(',').filter((name) => name.trim() !== '')
    const report = (message: string): void => context.addIssue({ code: 'custom', path: ['receiver'], message })
    if (receiveGroup === 0 && names.length === 0) report('请选择用户')
    if (names.length > MAX_RECEIVERS) report(`一次最多选择 ${MAX_RECEIVERS} 人，更多请选择用户组`)
  })

const path = (rest: string) => cms(`inbox/${rest}`)
const manage = menu(MENU.inbox)
const stale = ['inbox.page', 'inbox.findById'] as const

/** The inbox of a site (calls 195–198). */
export const inboxOperations = withAreaTitles({ inbox: '站点收件箱' })({
  'inbox.page': query({
    method: 'POST',
    path: path('page'),
    call: 195,
    title: '站点收件箱',
    access: site(manage, 'siteId'),
    /** Without a site: messages of all sites of the account. */
    input: paging({ siteId: id.optional() }),
    output: paged(inboxMessage),
  }),
  'inbox.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 196,
    title: '发布站点消息',
    access: site(manage, 'siteId'),
    input: inboxSave,
    personal: ['title', 'content', 'photo', 'receiver', 'emailList'],
    output: undocumentedOutput(inboxMessage),
    success: '保存成功',
    stale,
  }),
  'inbox.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 197,
    title: '删除站点消息',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'inbox.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 198,
    title: '站点消息详情',
    access: manage,
    input: byId,
    output: inboxMessage,
  }),
})
