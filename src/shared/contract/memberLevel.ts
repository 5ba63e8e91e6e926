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
import { MAX_MEMBER_NOTE_CHARS } from './memberGroup.ts'

export const MAX_MEMBER_LEVEL_NAME_CHARS = 100
/** Maximum points of a member, and the upper end of the last level. */
export const MAX_POINTS = 2_000_000_000

/** C·§3 Member level: for members with startValue to endValue points, both included. */
export const memberLevel = z.object({
  id: z.number(),
  siteId: z.number(),
  name: z.string(),
  note: z.string(),
  startValue: z.number(),
  endValue: z.number(),
  /** Number of its members, by points or set manually; beyond the documents. */
  members: z.number().optional(),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type MemberLevel = z.output<typeof memberLevel>

/**
 * A number of points; an empty value is an error, not 0.
 * @param missing message for an empty value
 */
export function points(label: string, missing: string) {
  const typed = z
    .string()
    .trim()
    .regex(/^[+-]?\d+(\.\d+)?$/)
    .transform(Number)
  return z
    .union([z.number(), typed], missing)
    .pipe(
      z
        .number()
        .int(`${label}必须是整数`)
        .min(0, `${label}不能小于 0`)
        .max(MAX_POINTS, `${label}不能大于 ${MAX_POINTS}`),
    )
}

/** C·§2, C·§5: the level's dialog. */
export const memberLevelSave = z
  .object({
    /** 0: a new level. */
    id: id.default(0),
    siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
    name: required('请输入级别名称', MAX_MEMBER_LEVEL_NAME_CHARS),
    note: text(MAX_MEMBER_NOTE_CHARS, '备注'),
    startValue: points('等级起始值', '请输入等级起始值'),
    endValue: points('等级结束值', '请输入等级结束值'),
    version,
  })
  .refine(({ startValue, endValue }) => endValue >= startValue, {
    message: '等级结束值不能小于等级起始值',
    path: ['endValue'],
  })

const path = (rest: string) => cms(`member-level/${rest}`)
const manage = menu(MENU.memberGrade)
/** The dialog of a member offers the levels too. */
const read = menu(MENU.memberGrade, MENU.memberManage, MENU.emailRecord, MENU.smsMarket)
const stale = ['memberLevel.page', 'memberLevel.findById', 'member.page', 'member.findById'] as const

/** Levels of members (calls 166–169). */
export const memberLevelOperations = withAreaTitles({ memberLevel: '会员等级' })({
  'memberLevel.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    call: 166,
    title: '会员等级详情',
    record: true,
    access: read,
    input: byId,
    output: memberLevel,
  }),
  'memberLevel.page': query({
    method: 'POST',
    path: path('page'),
    call: 167,
    title: '会员等级列表',
    access: site(read, 'siteId'),
    /** Only levels of this site; without it, of all sites of the account. */
    input: paging({ siteId: id.optional() }),
    output: paged(memberLevel),
  }),
  /** `conflict` for a range that overlaps another level's, which the message names. */
  'memberLevel.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 168,
    title: '保存会员等级',
    access: site(manage, 'siteId'),
    input: memberLevelSave,
    output: undocumentedOutput(memberLevel),
    success: '保存成功',
    stale,
  }),
  /** `conflict` with the fact `used` if members have one of the levels. */
  'memberLevel.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 169,
    title: '删除会员等级',
    access: manage,
    errors: ['used'],
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** Beyond the documents: deletes levels in use; their members then get the level of their points. */
  'memberLevel.removeUsed': mutation({
    method: 'POST',
    path: path('removeUsed'),
    title: '删除使用中的会员等级',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
})
