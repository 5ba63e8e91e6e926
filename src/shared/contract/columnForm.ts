import { z } from 'zod'
import { COLUMN_POSITIONS } from '../domain/columnPosition.ts'
import { COLUMN_SWITCHES } from './column.ts'
import { flag, id, required, text, version, within } from './fields.ts'

/** For optional fields: a save keeps the stored value of a field that is left out. */
const withoutDefault = <T extends z.ZodType>(field: z.ZodDefault<T>) => field.unwrap().optional()
const optionalText = (max: number, label: string) => withoutDefault(text(max, label))

export const sortValue = within('排序', 0, 999_999_999)
export const switchName = z.enum([...COLUMN_SWITCHES, 'isAddArticle'], '请选择要设置的栏目属性')

const address = z
  .string('请输入页面地址')
  .trim()
  .max(500, '页面地址不能超过 500 个字')
  .refine((value) => !value.includes('\\') && !value.split('/').includes('..'), '页面地址不能包含“..”和反斜杠')
const file = z
  .string('请选择模板')
  .trim()
  .max(500, '模板路径不能超过 500 个字')
  .refine((value) => !value.includes('\\') && !value.split('/').includes('..'), '模板路径不能包含“..”和反斜杠')
const listOf = <T extends z.ZodType>(item: T, label: string) =>
  z.array(item, `${label}必须是列表`).max(50, `${label}不能超过 50 项`).optional()

const positionIds = z
  .array(z.coerce.number('请选择展示位置'), '请选择展示位置')
  .refine(
    (list) => list.every((id) => COLUMN_POSITIONS.some((position) => position.id === id)),
    '展示位置只能是 1 到 4',
  )
  .transform((list) => [...new Set(list)])
  .optional()

const seoTitle = optionalText(254, 'SEO 标题')
const seoKeywords = optionalText(1000, 'SEO 关键词')
/** A·§5: 1000 in the column's dialog; the settings page of a site has its own limit. */
const seoDescription = optionalText(100_000, 'SEO 描述')
export const seoFields = { seoTitle, seoKeywords, seoDescription }

/** In the order of the dialog: the first broken rule is shown and its field focused (A·§5). */
const shared = {
  /** 0: a new column. */
  id: id.default(0),
  siteId: id.optional(),
  parentId: id.optional(),
  sort: sortValue.optional(),
  identifies: optionalText(64, '唯一标识'),
  code: z
    .string('栏目代码必须是文字')
    .trim()
    .max(64, '栏目代码不能超过 64 个字')
    .regex(/^[\w\u4e00-\u9fff-]*$/, '栏目代码只能用汉字、字母、数字、下划线和短横线')
    .optional(),
  menuType: within('栏目类型', 0, 99).optional(),
  setting: listOf(within('操作权限', 1, 9999), '操作权限'),
  frontListUrl: listOf(address, '列表页地址'),
  frontListTemplate: listOf(file, '列表页模板'),
  frontDetailUrl: listOf(address, '详情页地址'),
  frontDetailTemplate: listOf(file, '详情页模板'),
  frontUrl: optionalText(1000, '外部链接'),
  targetBlank: withoutDefault(flag),
  clue: withoutDefault(flag),
  isAddArticle: withoutDefault(flag),
  apiUrlList: listOf(z.string('请输入接口地址').trim().max(500, '接口地址不能超过 500 个字'), '接口地址'),
  showPositionIds: positionIds,
  moduleId: within('栏目模块', 0, 99).optional(),
  ...seoFields,
  version,
}

/**
 * The add/edit dialog of the column management (A·§2); its required title is reported as the site's name
 * (contradictions.md 46).
 */
export const columnForm = z.object({
  title: required('请输入站点名称', 254, '栏目名称'),
  enTitle: optionalText(254, '英文名称'),
  ...shared,
})

/** The add dialog of the channel view (A·§2). */
export const channelForm = z.object({
  siteId: id,
  parentId: id.default(0),
  className: required('请输入栏目名称'),
  classEnName: text(254, '英文名称'),
  moduleId: z.coerce.number('请选择栏目模块').int('请选择栏目模块').min(1, '请选择栏目模块').max(99, '请选择栏目模块'),
  showPositionIds: positionIds,
})

/** Like `required`, but optional: `saveInput` and `titleInput` require one of the two spellings. */
const name = (message: string) =>
  z
    .string(message)
    .trim()
    .max(254, '栏目名称不能超过 254 个字')
    .regex(/^\P{Cc}*$/u, '栏目名称含有换行或看不见的控制字符，请重新输入')
    .optional()
const names = {
  title: name('请输入站点名称'),
  className: name('请输入栏目名称'),
  enTitle: optionalText(254, '英文名称'),
  classEnName: optionalText(254, '英文名称'),
}

/** The title in either spelling (contradictions.md 47). */
const titleOf = (input: { title?: string | undefined; className?: string | undefined }): string =>
  input.title || input.className || ''

/** Input of save-base: the form of either dialog. */
export const saveInput = z
  .object({ ...shared, ...names })
  .superRefine((input, context) => {
    const isChannelForm = input.title === undefined && input.className !== undefined
    const report = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    // The path is `title` even for className: the server would treat an invalid empty `className` as missing, which
    // hides which of the two was sent.
    if (titleOf(input) === '') report('title', isChannelForm ? '请输入栏目名称' : '请输入站点名称')
    else if (isChannelForm && input.id === 0 && !input.moduleId) report('moduleId', '请选择栏目模块')
  })
  .transform(({ className, classEnName, enTitle, ...input }) => ({
    ...input,
    title: titleOf({ title: input.title, className }),
    enTitle: enTitle ?? classEnName,
  }))
export type ColumnSave = z.output<typeof saveInput>

/** The settings dialog of the channel view, in either spelling. */
export const titleInput = z
  .object({ id, ...names, showPositionIds: positionIds, version })
  .superRefine((input, context) => {
    if (titleOf(input) === '') context.addIssue({ code: 'custom', path: ['title'], message: '请输入栏目名称' })
  })
  .transform(({ className, classEnName, enTitle, ...input }) => ({
    ...input,
    title: titleOf({ title: input.title, className }),
    enTitle: enTitle ?? classEnName,
  }))
