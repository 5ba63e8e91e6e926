import type { CallContext } from '#server/http/context.ts'
import { countRows } from '#server/db/countRows.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { required, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { SENSITIVE_SHEET_LIMIT_MB, MAX_SENSITIVE_WORD_CHARS, sensitiveSave } from '#shared/contract/sensitive.ts'
import { foldWord } from '#shared/domain/sensitiveWords.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { selectMatching } from './find.ts'
import type { SensitiveRow } from './present.ts'
import { toRow } from './save.ts'

const SCREEN = { siteId: 0, menuId: MENU.sensitive }
const NAME = '敏感词'

const IMPORT_COLUMNS = {
  sensitiveWord: required(textColumn('敏感词', MAX_SENSITIVE_WORD_CHARS)),
  propWord: textColumn('替换词', MAX_SENSITIVE_WORD_CHARS),
}

const EXPORT_COLUMNS: readonly WriteColumn<SensitiveRow>[] = [
  { title: IMPORT_COLUMNS.sensitiveWord.title, width: 30, value: (row) => row.sensitiveWord },
  { title: IMPORT_COLUMNS.propWord.title, width: 30, value: (row) => row.propWord },
  { title: '创建时间', value: ({ createTime }) => formatDateTime(createTime) },
]

const exportWords: Handler<'sensitive.outputData'> = async (ctx, { key }) => {
  requireExport(ctx, SCREEN)
  const rows = inBatches((after) =>
    selectMatching(ctx.db, key).selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, {
    name: NAME,
    columns: EXPORT_COLUMNS,
    rows,
    total: () => countRows(selectMatching(ctx.db, key)),
  })
}

const importWords = new OwnTransactions<'sensitive.importData'>(async (ctx, { xlsxPath, unknownColumns }) => {
  requireImport(ctx, SCREEN)
  return importSheet(ctx, {
    xlsxPath,
    columns: IMPORT_COLUMNS,
    limitMb: SENSITIVE_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    ignoredTitles: ['创建时间'],
    importRows: (db, rows) => addRows({ ...ctx, db }, rows),
  })
})

/** Adds the words of a batch. Refuses existing words and duplicates in the sheet. */
async function addRows(ctx: CallContext, rows: readonly GoodRow<typeof IMPORT_COLUMNS>[]): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const added = new Map<string, ReturnType<typeof toRow> & { createTime: number }>()
  const rowOfWord = new Map<string, number>()
  const existing = await findExistingWords(
    ctx,
    rows.map(({ values }) => foldWord(values.sensitiveWord)),
  )
  for (const { row, values } of rows) {
    const form = sensitiveSave.safeParse(values)
    if (!form.success) refused.push({ row, reason: form.error.issues[0]?.message ?? '' })
    else {
      const word = toRow(ctx, form.data)
      if (existing.has(word.folded) || added.has(word.folded)) refused.push({ row, reason: existsMessage(word) })
      else {
        added.set(word.folded, { ...word, createTime: word.updateTime })
        rowOfWord.set(word.folded, row)
      }
    }
  }
  if (added.size === 0) return refused
  const inserted = await ctx.db
    .insertInto('sensitive_word')
    .values([...added.values()])
    // Another call may insert the same word at the same time.
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .returning('folded')
    .execute()
  for (const { folded } of inserted) added.delete(folded)
  return [
    ...refused,
    ...[...added.values()].map((word) => ({ row: rowOfWord.get(word.folded) ?? 0, reason: existsMessage(word) })),
  ]
}

const existsMessage = ({ sensitiveWord }: { sensitiveWord: string }): string => `敏感词“${sensitiveWord}”已存在`

async function findExistingWords({ db }: CallContext, folded: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sensitive_word').select('folded').where('folded', 'in', folded).execute()
  return new Set(rows.map((row) => row.folded))
}

const createTemplate: Handler<'sensitive.sheetTemplate'> = (ctx) =>
  exportTemplateSheet(ctx, `${NAME}导入模板`, IMPORT_COLUMNS)

/** Word sheets; need the permissions 1120 and 1121 of the screen. */
export const sheetRoutes = {
  'sensitive.outputData': exportWords,
  'sensitive.importData': importWords,
  'sensitive.sheetTemplate': createTemplate,
}
