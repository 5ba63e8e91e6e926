import { z } from 'zod'
import { isDecimalText } from '../domain/decimalText.ts'
import { PRODUCT_STATUS } from '../domain/productStatus.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, grantedColumn, menu, mutation, query, site } from './define.ts'
import {
  byId,
  dateTime,
  flag,
  id,
  idList,
  none,
  nothing,
  paged,
  paging,
  required,
  text,
  version,
  undocumentedOutput,
} from './fields.ts'
import { defineSheetExport, sheetImportResult, unknownColumns } from './sheet.ts'

/** B·§5: upload limit of the net values' sheet, in MB. */
export const NET_WORTH_SHEET_LIMIT_MB = 50
/** B·§9: size of the chunks of that upload, in MB. */
export const NET_WORTH_CHUNK_MB = 50

/** B·§3 Product status: open or closed, and until when. Shared by all net values of a product code. */
export const productStatus = z.object({
  id: z.number(),
  /** The product's name in the last save. */
  title: z.string(),
  classId: z.number(),
  singleLine16: z.enum(PRODUCT_STATUS),
  productStopTime: dateTime,
  /** Optimistic lock: grows with each change of the status. */
  version: z.number(),
  /** '' if never changed. */
  changedBy: z.string(),
  changedAt: dateTime,
})

/** B·§3 Net worth record: the value of a product on a day. Amounts are decimal numbers as text, exactly as written. */
export const netWorth = z.object({
  id: z.number(),
  productCode: z.string(),
  productName: z.string(),
  productType: z.string(),
  productTypeName: z.string(),
  /** `yyyy-MM-dd`. */
  nwTime: z.string(),
  /** State of the fund, as free text. */
  state: z.string(),
  naValue: z.string(),
  accumulValue: z.string(),
  fundIncome: z.string(),
  sevenAnnualized: z.string(),
  /** The record's own tag: on or off (contradictions.md 86). */
  isStatus: z.boolean(),
  createTime: dateTime,
  updateTime: dateTime,
  /** Column of the products; 0 for none. */
  classId: z.number(),
  /** Same value as in `product`. */
  netWorthStatus: z.enum(PRODUCT_STATUS),
  product: productStatus,
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type NetWorth = z.output<typeof netWorth>

/** An amount as text or number; `schema` decides whether it may be missing, and the message. */
const amount = (label: string, least: z.ZodString) =>
  z
    .union([z.string(), z.number()], least.safeParse('').error?.issues[0]?.message)
    .transform((value) => String(value).trim())
    .pipe(
      least.refine(
        (value) => value === '' || isDecimalText(value),
        `${label}应为数字，例如 1.0234（整数部分最多 15 位，小数最多 10 位）`,
      ),
    )
const optional = (label: string) => amount(label, z.string()).default('')
const isRealDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

const values = {
  nwTime: z
    .string('请选择净值日期')
    .trim()
    .min(1, '请选择净值日期')
    .refine(
      (day) => day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && isRealDay(day)),
      '净值日期应为日期，例如 2026-01-31',
    ),
  state: text(50, '基金状态'),
  naValue: amount('单位净值', z.string().min(1, '请输入单位净值')),
  accumulValue: optional('累计净值'),
  fundIncome: optional('基金收益'),
  sevenAnnualized: optional('七日年化收益率'),
}

/** The dialog 手动添加 (B·§5). */
export const netWorthCreate = z.object({
  id: z.literal(0).default(0),
  productCode: required('请输入产品代码', 50),
  productName: required('请输入产品名称', 100),
  productType: text(50, '产品类型'),
  productTypeName: text(50, '产品类型'),
  classId: id.default(0),
  /** Site of a new product; 0: the column's site, or the caller's own product. */
  siteId: id.default(0),
  ...values,
})
/** The dialog 编辑净值: the product cannot be changed (contradictions.md 89). */
export const netWorthEdit = z.object({ id, ...values, version })

/** Target of a status change: the records of the ids, or all of a product code. */
const statusForm = z
  .object({
    classId: id,
    siteId: id.optional(),
    idList: idList.optional(),
    productCode: z.string().trim().min(1, '请输入产品代码').max(50, '产品代码不能超过 50 个字').optional(),
    /** Opens or closes the products. */
    isOpen: flag.unwrap().optional(),
    /** Sets the tag of the records. */
    isStatus: flag.unwrap().optional(),
    /** With isOpen: the stop time; absent: open without end, or closed at once. */
    stopDate: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '停止时间格式应为 yyyy-MM-dd HH:mm:ss')
      .refine((time) => isRealDay(time.slice(0, 10)), '停止时间不是有效的日期')
      .optional(),
    /** With isOpen: version of the product status that was read; with several products, all must have it. */
    version,
  })
  .refine(({ idList: ids, productCode }) => (ids === undefined) !== (productCode === undefined), '请选择数据！')
  .refine(({ isOpen, isStatus }) => (isOpen === undefined) !== (isStatus === undefined), '请选择要改成的状态')

const manage = menu(MENU.netValue)
const stale = ['netWorth.page', 'netWorth.findById'] as const
const path = (rest: string) => cms(`net-worth/${rest}`)

/**
 * Net values of products (calls 137–141). A product belongs to its column's site, or without a site to the account that
 * created it.
 */
export const netWorthOperations = withAreaTitles({ netWorth: '净值' })({
  /** Newest day first. `productCode` matches a part of the code. */
  'netWorth.page': query({
    method: 'POST',
    path: path('page'),
    call: 137,
    title: '净值列表',
    access: site(manage, 'siteId'),
    input: paging({ productCode: text(50, '产品代码'), siteId: id.optional() }),
    output: paged(netWorth),
  }),
  'netWorth.updateStatus': mutation({
    method: 'POST',
    path: path('{classId}/update/status'),
    call: 138,
    title: '净值状态',
    access: site(manage, 'siteId'),
    input: statusForm,
    output: nothing,
    success: '操作成功',
    stale,
  }),
  'netWorth.deleteByIdList': mutation({
    method: 'POST',
    path: path('deleteByIdList'),
    call: 139,
    title: '删除净值',
    access: manage,
    input: idList,
    output: nothing,
    success: '删除成功',
    stale,
  }),
  /** id 0 adds a record; an edit does not need and does not change product code and name. */
  'netWorth.save': mutation({
    method: 'POST',
    path: path('save'),
    call: 140,
    title: '保存净值',
    access: grantedColumn('read', 'classId', site(manage, 'siteId')),
    input: netWorthCreate
      .extend({ id: id.default(0), productCode: text(50, '产品代码'), productName: text(100, '产品名称'), version })
      .superRefine((form, context) => {
        if (form.id !== 0) return
        const made = netWorthCreate.pick({ productCode: true, productName: true }).safeParse(form)
        for (const { path: at, message } of made.error?.issues ?? [])
          context.addIssue({ code: 'custom', path: at, message })
      }),
    output: undocumentedOutput(netWorth),
    success: '保存成功',
    stale,
  }),
  /** Permission 1121 on the menu. The response's msg summarises the result (B·§7); refused rows as in defineSheetImport. */
  'netWorth.importData': mutation({
    method: 'POST',
    path: path('import-data'),
    call: 141,
    title: '导入净值',
    access: grantedColumn('read', 'classId', site(manage, 'siteId')),
    slow: true,
    input: z.object({
      /** accessPath of an upload of the caller with the target `call`. */
      filePath: required('请提供 filePath', 2000),
      unknownColumns,
      classId: id.default(0),
      siteId: id.default(0),
    }),
    output: undocumentedOutput(sheetImportResult),
    success: '导入完成',
    stale,
  }),
  /** Beyond the documents: the current record, after a save was refused with a conflict. */
  'netWorth.findById': query({
    method: 'GET',
    path: path('findById/{id}'),
    title: '净值详情',
    record: true,
    access: manage,
    input: byId,
    output: netWorth,
  }),
  /** Beyond the documents: an empty sheet with the column titles for an import. */
  'netWorth.sheetTemplate': defineSheetExport({
    path: path('sheet-template'),
    title: '净值导入模板',
    access: manage,
    input: none,
  }),
})
