import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  text,
  undocumentedOutput,
  version,
} from './fields.ts'

/** Maximum length of a group's name and note. */
export const MAX_MEMBER_GROUP_NAME_CHARS = 100
export const MAX_MEMBER_NOTE_CHARS = 500

/** C·§3 Member group: members of a site that receive messages together. */
export const memberGroup = z.object({
  id: z.number(),
  name: z.string(),
  note: z.string(),
  siteId: z.number(),
  /** Number of its members; beyond the documents. */
  members: z.number().optional(),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type MemberGroup = z.output<typeof memberGroup>

/** C·§2: the group's dialog. */
export const memberGroupSave = z.object({
  /** 0: a new group. */
  id: id.default(0),
  name: required('请输入会员组名称', MAX_MEMBER_GROUP_NAME_CHARS),
  note: text(MAX_MEMBER_NOTE_CHARS, '备注'),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  version,
})

const path = (rest: string) => cms(`member-groups/${rest}`)
const manage = menu(MENU.memberGroup)
/** The dialog of a member offers the groups too. */
const read = menu(MENU.memberGroup, MENU.memberManage, MENU.emailRecord, MENU.smsMarket)
const stale = ['memberGroup.page', 'memberGroup.findById', 'member.page', 'member.findById'] as const

/** Groups of members (calls 162–165). */
export const memberGroupOperations = withAreaTitles({ memberGroup: '会员组' })({
  'memberGroup.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 162,
    title: '会员组详情',
    record: true,
    access: read,
    input: byId,
    output: memberGroup,
  }),
  'memberGroup.page': query({
    method: 'POST',
    path: path('page'),
    call: 163,
    title: '会员组列表',
    access: site(read, 'siteId'),
    /** Only groups of this site; without it, of all sites of the account. */
    input: paging({ siteId: id.optional() }),
    output: paged(memberGroup),
  }),
  'memberGroup.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 164,
    title: '保存会员组',
    access: site(manage, 'siteId'),
    input: memberGroupSave,
    output: undocumentedOutput(memberGroup),
    success: '保存成功',
    stale,
  }),
  /** `conflict` with the fact `used` if one of the groups has members. */
  'memberGroup.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 165,
    title: '删除会员组',
    access: manage,
    errors: ['used'],
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Beyond the documents: removes all members from the groups and deletes the groups. */
  'memberGroup.removeUsed': mutation({
    method: 'POST',
    path: path('removeUsed'),
    title: '移出会员并删除会员组',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
