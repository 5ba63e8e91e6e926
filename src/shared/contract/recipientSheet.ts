import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query } from './define.ts'
import { text } from './fields.ts'

/** What recipients are read from. */
export const RECIPIENT_SHEETS = ['xls', 'xlsx', 'csv'] as const
export const RECIPIENT_SHEET_MB = 20
/** Characters of a CSV file: it comes with the call, for uploads take no such files (A·§9). */
const CSV_LIMIT = 8_000_000
/** Most lines that are named as wrong. */
export const WRONG_LISTED = 100

export const recipientSheet = z.object({
  /** Columns that hold something, by their place in the sheet. */
  columns: z.array(
    z.object({
      index: z.number(),
      title: z.string(),
      /** Cells with an address. */
      fits: z.number(),
    }),
  ),
  /** The column whose addresses these are. */
  column: z.number(),
  /** Each once, in the order of the sheet. */
  list: z.array(z.string()),
  /** Cells that are no address, and those that stand there twice. */
  wrong: z.number(),
  repeated: z.number(),
  /** The first wrong ones, numbered as Excel shows them. */
  first: z.array(z.object({ row: z.number(), value: z.string() })),
})
export type RecipientSheet = z.output<typeof recipientSheet>

/** Recipients of e-mail and text messages out of a sheet: ours. */
export const recipientSheetOperations = {
  /**
   * `xlsxPath` is an upload of one's own with the target `call`, `csv` the text of a CSV file: one of them. Without
   * `column` the one with most addresses is taken.
   */
  'recipientSheet.read': query({
    method: 'POST',
    path: cms('recipient-sheet/read'),
    title: '从表格读取接收人',
    access: menu(MENU.emailRecord, MENU.smsMarket),
    personal: ['csv'],
    input: z
      .object({
        xlsxPath: text(2000, 'xlsxPath'),
        csv: z.string().max(CSV_LIMIT, '文件太大，请分成几个文件').default(''),
        kind: z.enum(['email', 'phone'], '请选择接收人的种类'),
        column: z.number().int().min(0).max(255).optional(),
      })
      .refine(({ xlsxPath, csv }) => (xlsxPath === '') !== (csv === ''), '请提供一个表格'),
    output: recipientSheet,
    slow: true,
    body: 'texts',
  }),
}
