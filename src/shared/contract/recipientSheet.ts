import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query } from './define.ts'
import { text } from './fields.ts'

/** Accepted file types, and the size limit in MB. */
export const RECIPIENT_SHEETS = ['xls', 'xlsx', 'csv'] as const
export const MAX_RECIPIENT_SHEET_MB = 20
/** Maximum length of a CSV file, which is sent in the call itself because uploads do not accept CSV (A·§9). */
const MAX_CSV_CHARS = 8_000_000
/** Maximum number of invalid cells that are listed. */
export const MAX_LISTED_ERRORS = 100

export const recipientSheet = z.object({
  /** Non-empty columns, by their index in the sheet. */
  columns: z.array(
    z.object({
      index: z.number(),
      title: z.string(),
      /** Number of cells with an address. */
      fits: z.number(),
    }),
  ),
  /** The column of the returned addresses. */
  column: z.number(),
  /** Distinct addresses in the order of the sheet. */
  list: z.array(z.string()),
  /** Number of invalid cells, and of repeated ones. */
  wrong: z.number(),
  repeated: z.number(),
  /** The first invalid cells, with Excel's row numbers. */
  first: z.array(z.object({ row: z.number(), value: z.string() })),
})
export type RecipientSheet = z.output<typeof recipientSheet>

/** Recipients of e-mail and text messages from a sheet (beyond the documents). */
export const recipientSheetOperations = {
  /**
   * Exactly one of `xlsxPath` (an upload of the caller with the target `call`) and `csv` (the text of a CSV file).
   * Without `column`, the column with the most addresses is used.
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
        csv: z.string().max(MAX_CSV_CHARS, '文件不能超过 800 万个字，请拆分为多个文件').default(''),
        kind: z.enum(['email', 'phone'], '请选择接收人的种类'),
        column: z.number().int().min(0).max(255).optional(),
      })
      .refine(({ xlsxPath, csv }) => (xlsxPath === '') !== (csv === ''), '请提供一个表格'),
    output: recipientSheet,
    slow: true,
    body: 'texts',
  }),
}
