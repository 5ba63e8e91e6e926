import { z } from 'zod'
import { isDay, isEmail, isTel } from '../domain/fieldFormats.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  nothing,
  paged,
  paging,
  required,
  undocumentedOutput,
  version,
} from './fields.ts'
import { points } from './memberLevel.ts'
import { defineSheetExport, defineSheetImport } from './sheet.ts'

/** C·§3: the two values of a member's sex. */
export const SEXES = ['男', '女'] as const
/** Upload limit of the members' sheet, in MB; the documents give none. */
export const MEMBER_SHEET_LIMIT_MB = 50
/** Maximum number of groups per member. */
const MAX_GROUPS = 100

/** C·§3 Member: a public account of one site. Its password never leaves the server. */
export const member = z.object({
  id: z.number(),
  siteId: z.number(),
  userName: z.string(),
  /** Masked for callers who may not edit members. */
  phone: z.string(),
  email: z.string(),
  name: z.string(),
  nickName: z.string(),
  /** yyyy-MM-dd; '' for none. */
  birthday: z.string(),
  /** accessPath of the avatar; '' for none. */
  headSculpture: z.string(),
  sex: z.string(),
  /** The level set manually; 0: derived from the points. */
  levelId: z.number(),
  /** Name of the effective level (contradictions.md 105); '' for none. */
  grade: z.string(),
  /** contradictions.md 104: ids of the groups, under both names. */
  groupList: z.array(z.number()).optional(),
  grouplist: z.array(z.number()),
  source: z.string(),
  isEnable: z.boolean(),
  /** Beyond the documents. */
  groupNames: z.array(z.string()).optional(),
  points: z.number().optional(),
  /** false: imported or created without a password, so the member cannot sign in. */
  hasPassword: z.boolean().optional(),
  /** The personal data was erased permanently. */
  isErased: z.boolean().optional(),
  createTime: dateTime.optional(),
  version: z.number().optional(),
  changedBy: z.string().optional(),
  changedAt: dateTime.optional(),
})
export type Member = z.output<typeof member>

const line = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label}不能超过 ${max} 个字`)
    .regex(/^\P{Cc}*$/u, `${label}含有换行或看不见的控制字符，请重新输入`)

/** C·§5: empty, blank and invalid values have separate messages. Full-width letters are converted. */
const email = z
  .string('请输入邮箱')
  .min(1, '请输入邮箱')
  .transform((typed) => typed.normalize('NFKC').trim())
  .pipe(z.string().min(1, '邮箱不能为空').max(254, '邮箱不能超过 254 个字').refine(isEmail, '请输入正确的邮箱格式'))
const phone = z
  .string('请输入手机号')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, '请输入手机号').max(32, '手机号不能超过 32 个字').refine(isTel, '请输入正确的手机号'))
const birthday = z
  .string()
  .trim()
  .refine((day) => day === '' || (isDay(day) && day >= '1900-01-01'), '生日应为日期，例如 2000-01-31')

/** Fields common to the member sheet and the dialog. */
const profile = {
  userName: required('请输入账号'),
  phone,
  email,
  name: required('请输入姓名', 100),
  nickName: line('昵称', 100).default(''),
  sex: z.enum(SEXES, '性别应为男或女').default('男'),
  birthday: birthday.default(''),
}

/** A row of a sheet. */
export const memberRow = z.object({ ...profile, points: points('积分', '积分应为整数').optional() })

const chosenGroup = z.union([id, z.object({ id }).transform((group) => group.id)])
const groupList = z
  .array(chosenGroup, '会员组有误，请重新选择')
  .max(MAX_GROUPS, `一个会员最多属于 ${MAX_GROUPS} 个会员组`)

const form = {
  ...profile,
  /** 0: a new member. */
  id: id.default(0),
  siteId: z.coerce.number('请选择站点').int('请选择站点').min(1, '请选择站点'),
  headSculpture: required('请选择头像', 2000, '头像'),
  levelId: id.default(0),
  /** Absent: unchanged; a new member has none. */
  groupList: groupList.optional(),
  points: points('积分', '请输入积分').optional(),
  version,
}

/** C·§7: the password is RSA-encrypted (PKCS#1 v1.5), base64; empty when editing: unchanged. */
const memberSave = z
  .object({
    ...form,
    password: z.string().max(2000, '密码太长，请缩短后重试').default(''),
    source: line('来源', 100).optional(),
    isEnable: z.boolean().optional(),
  })
  .refine(({ id: saved, password }) => saved !== 0 || password !== '', { message: '请输入密码', path: ['password'] })

/** C·§2, C·§5: the member dialog; a new member's password is entered twice. */
export const memberForm = z
  .object({ ...form, password: z.string().default(''), confirm: z.string().default('') })
  .superRefine(({ id: edited, password, confirm }, ctx) => {
    if (edited !== 0) return
    const report = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (password === '') report('password', '请输入密码')
    if (confirm === '') report('confirm', '请输入确认密码')
    else if (confirm.trim() === '' && confirm !== password) report('confirm', '请再次输入密码')
    else if (confirm !== password) report('confirm', '两次输入密码不一致!')
  })

const path = (rest: string) => cms(`member/${rest}`)
const manage = menu(MENU.memberManage)
/** Messages can be sent to members (calls.md 158: the member picker of text messages). */
const list = menu(MENU.memberManage, MENU.emailRecord, MENU.smsMarket)
const stale = ['member.page', 'member.findById', 'memberGroup.page', 'memberLevel.page'] as const
/** Fields that the operation log must not store, because a person may request their erasure. */
const personal = ['userName', 'phone', 'email', 'name', 'nickName', 'birthday', 'headSculpture', 'sex'] as const
const filters = {
  /** Only members of this site; without it, of all sites of the account. */
  siteId: id.optional(),
  /** Only members of this group; 0: all. */
  groupId: id.optional(),
  /** Only members with this level; 0: all. */
  levelId: id.optional(),
}

/** Members of sites (calls 157–161). domain/memberAccess lists the required permission of 会员管理. */
export const memberOperations = withAreaTitles({ member: '会员' })({
  'member.findById': query({
    method: 'GET',
    path: path('getDateById/{id}'),
    call: 157,
    title: '会员详情',
    access: manage,
    input: byId,
    output: member,
  }),
  /** `key` is searched in names, and in phone and e-mail if the caller may see them. */
  'member.page': query({
    method: 'POST',
    path: path('page-list'),
    call: 158,
    title: '会员列表',
    access: site(list, 'siteId'),
    input: paging(filters),
    output: paged(member),
  }),
  'member.save': mutation({
    method: 'POST',
    path: path('exit'),
    call: 159,
    title: '保存会员',
    access: site(manage, 'siteId'),
    input: memberSave,
    output: undocumentedOutput(member),
    success: '保存成功',
    encrypts: ['password'],
    personal,
    stale,
  }),
  'member.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 160,
    title: '删除会员',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  'member.enableOrDisable': mutation({
    method: 'POST',
    path: path('enableOrDisable'),
    call: 161,
    title: '启用或停用会员',
    access: manage,
    input: z.object({ id, isEnable: z.boolean('请说明启用还是停用') }),
    output: nothing,
    success: '操作成功',
    stale,
  }),
  /** Beyond the documents, as the calls below: the members as a sheet. */
  'member.outputData': defineSheetExport({
    path: path('outputData'),
    title: '导出会员',
    access: site(manage, 'siteId'),
    input: z.object({ ...filters, key: z.string().trim().max(254, '搜索内容不能超过 254 个字').default('') }),
    logged: true,
  }),
  'member.importData': defineSheetImport({
    path: path('importData'),
    title: '导入会员',
    access: site(manage, 'siteId'),
    extra: { siteId: form.siteId, checkOnly: flag },
    stale,
  }),
  'member.sheetTemplate': defineSheetExport({
    path: path('sheetTemplate'),
    title: '会员导入模板',
    access: manage,
    input: z.object({}),
  }),
  /** All stored data of one person, as a sheet (right of access). */
  'member.personalData': defineSheetExport({
    path: path('personalData'),
    title: '导出会员的个人数据',
    access: manage,
    input: byId,
    logged: true,
  }),
  /** Permanently erases the personal data; the member remains as a number (right to erasure). */
  'member.erase': mutation({
    method: 'POST',
    path: path('erase'),
    title: '抹除会员的个人数据',
    access: manage,
    input: byId,
    output: nothing,
    success: '已抹除个人数据',
    stale,
  }),
})
