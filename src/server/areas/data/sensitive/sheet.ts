import type { CallContext } from '#server/http/context.ts'
import { countOf } from '#server/db/countOf.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { needed, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { SENSITIVE_SHEET_LIMIT_MB, SENSITIVE_WORD_LIMIT, sensitiveSave } from '#shared/contract/sensitive.ts'
import { foldWord } from '#shared/domain/sensitiveWords.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { matching } from './find.ts'
import type { SensitiveRow } from './present.ts'
import { rowOf } from './save.ts'

const PLACE = { siteId: 0, menuId: MENU.sensitive }
const NAME = '敏感词'

const READ = {
  sensitiveWord: needed(textColumn('敏感词', SENSITIVE_WORD_LIMIT)),
  propWord: textColumn('替换词', SENSITIVE_WORD_LIMIT),
}

const WRITTEN: readonly WriteColumn<SensitiveRow>[] = [
  { title: READ.sensitiveWord.title, width: 30, value: (row) => row.sensitiveWord },
  { title: READ.propWord.title, width: 30, value: (row) => row.propWord },
  { title: '创建时间', value: ({ createTime }) => formatDateTime(createTime) },
]

const exported: Handler<'sensitive.outputData'> = async (ctx, { key }) => {
  requireExport(ctx, PLACE)
  const rows = inBatches((after) =>
    matching(ctx.db, key).selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute(),
  )
  return exportSheet(ctx, { name: NAME, columns: WRITTEN, rows, total: () => countOf(matching(ctx.db, key)) })
}

const imported = new OwnTransactions<'sensitive.importData'>(async (ctx, { xlsxPath, unknownColumns }) => {
  requireImport(ctx, PLACE)
  return importSheet(ctx, {
    xlsxPath,
    columns: READ,
    limitMb: SENSITIVE_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: ['创建时间'],
    take: (db, rows) => take({ ...ctx, db }, rows),
  })
})

/** Adds the words of a batch. Refuses existing words and duplicates in the sheet. */
async function take(ctx: CallContext, rows: readonly GoodRow<typeof READ>[]): Promise<Refusal[]> {
  const left: Refusal[] = []
  const added = new Map<string, ReturnType<typeof rowOf> & { createTime: number }>()
  const rowOfWord = new Map<string, number>()
  const there = await wordsAmong(
    ctx,
    rows.map(({ values }) => foldWord(values.sensitiveWord)),
  )
  for (const { row, values } of rows) {
    const form = sensitiveSave.safeParse(values)
    if (!form.success) left.push({ row, reason: form.error.issues[0]?.message ?? '' })
    else {
      const word = rowOf(ctx, form.data)
      if (there.has(word.folded) || added.has(word.folded)) left.push({ row, reason: taken(word) })
      else {
        added.set(word.folded, { ...word, createTime: word.updateTime })
        rowOfWord.set(word.folded, row)
      }
    }
  }
  if (added.size === 0) return left
  const made = await ctx.db
    .insertInto('sensitive_word')
    .values([...added.values()])
    // Another call may insert the same word at the same time.
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .returning('folded')
    .execute()
  for (const { folded } of made) added.delete(folded)
  return [
    ...left,
    ...[...added.values()].map((word) => ({ row: rowOfWord.get(word.folded) ?? 0, reason: taken(word) })),
  ]
}

const taken = ({ sensitiveWord }: { sensitiveWord: string }): string => `敏感词“${sensitiveWord}”已存在`

async function wordsAmong({ db }: CallContext, folded: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('sensitive_word').select('folded').where('folded', 'in', folded).execute()
  return new Set(rows.map((row) => row.folded))
}

const template: Handler<'sensitive.sheetTemplate'> = (ctx) => templateSheet(ctx, `${NAME}导入模板`, READ)

/** Word sheets; need the permissions 1120 and 1121 of the screen. */
export const sheetRoutes = {
  'sensitive.outputData': exported,
  'sensitive.importData': imported,
  'sensitive.sheetTemplate': template,
}
