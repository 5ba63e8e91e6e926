import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, id, idList, nothing, paged, paging, required, text, unshown } from './fields.ts'

/** Most that stand in `receiver`. */
const INBOX_RECEIVERS_LIMIT = 500
const CONTENT_LIMIT = 100_000

/** C·§3 Site mail / inbox message: a message that a site's staff sends to a group, or to people by name. */
const inboxMessage = z.object({
  id: z.number(),
  siteId: z.number(),
  title: z.string(),
  /** accessPath; '' for none. */
  photo: z.string(),
  /** HTML, cleaned. */
  content: z.string(),
  /** Title of the user group that it went to; '' for none. */
  receiveGroup: z.string(),
  /** User names, joined by commas. */
  receiver: z.string(),
  /** Their addresses, joined by commas. */
  emailList: z.string(),
  postTime: dateTime,
  createDate: dateTime,
  /** Ours: real names for `receiver`, and who sent it. */
  receiverNames: z.string().default(''),
  createBy: z.string().default(''),
})
export type InboxMessage = z.output<typeof inboxMessage>

/** C·§2: the dialog that publishes one. `receiveGroup` is the group's id, 0 for none. */
export const inboxSave = z
  .object({
    siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
    title: required('请输入标题'),
    photo: text(1024, '图片'),
    content: z
      .string('请输入内容')
      .trim()
      .min(1, '请输入内容')
      .max(CONTENT_LIMIT, `内容不能超过 ${CONTENT_LIMIT} 个字`),
    receiveGroup: id.default(0),
    receiver: z.string().default(''),
    emailList: z.string().default(''),
  })
  .superRefine(({ receiveGroup, receiver }, context) => {
    const names = receiver.split(',').filter((name) => name.trim() !== '')
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['receiver'], message })
    if (receiveGroup === 0 && names.length === 0) refuse('请选择用户')
    if (names.length > INBOX_RECEIVERS_LIMIT) refuse(`一次最多选择 ${INBOX_RECEIVERS_LIMIT} 人，更多请选择用户组`)
  })

const path = (rest: string) => cms(`inbox/${rest}`)
const manage = menu(MENU.inbox)
const stale = ['inbox.page', 'inbox.findById'] as const

/** The inbox of a site (calls 195–198). */
export const inboxOperations = areas({ inbox: '站点收件箱' })({
  'inbox.page': query({
    method: 'POST',
    path: path('page'),
    call: 195,
    title: '站点收件箱',
    access: site(manage, 'siteId'),
    /** Without a site: of all sites of the account. */
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
    output: unshown(inboxMessage),
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
