import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { countOf } from '#server/db/countOf.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { listColumn, needed, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import { wordsText } from '#server/sheets/wordList.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { DICTIONARY_SHEET_LIMIT_MB, dictionarySave } from '#shared/contract/dictionary.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { grantedSiteIds, requireLivingSites } from '#server/siteAccess.ts'
import type { DictionaryRow } from './present.ts'
import { requireKeeper } from './rules.ts'
import { newRow } from './save.ts'

const PLACE = { siteId: 0, menuId: MENU.dictionary }
const NAME = '字典'

const READ = { title: needed(textColumn('字典名称')), value: needed(listColumn('字典值')) }

const WRITTEN: readonly WriteColumn<DictionaryRow>[] = [
  { title: READ.title.title, width: 30, value: ({ title }) => title },
  { title: READ.value.title, width: 60, value: ({ value }) => wordsText(JSON.parse(value) as string[]) },
  { title: '创建时间', value: ({ createTime }) => formatDateTime(createTime) },
]

const exported: Handler<'dictionary.exportSheet'> = async (ctx, { siteId, key }) => {
  requireExport(ctx, PLACE)
  const sites = siteId === undefined ? grantedSiteIds(ctx.signed().authority) : [siteId]
  const found = ctx.db
    .selectFrom('dictionary')
    .$if(sites !== null, (query) => query.where('siteId', 'in', [0, ...(sites ?? [])]))
    .$if(key !== '', (query) => query.where((eb) => contains([eb.ref('title')], key)))
  const rows = inBatches((after) => found.selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute())
  return exportSheet(ctx, { name: NAME, columns: WRITTEN, rows, total: () => countOf(found) })
}

const imported = new OwnTransactions<'dictionary.importSheet'>(async (ctx, { xlsxPath, siteId, unknownColumns }) => {
  requireImport(ctx, PLACE)
  requireKeeper(ctx, siteId)
  if (siteId !== 0) await requireLivingSites(ctx, [siteId])
  return importSheet(ctx, {
    xlsxPath,
    columns: READ,
    limitMb: DICTIONARY_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: ['ID', '创建时间'],
    take: (db, rows) => take({ ...ctx, db }, siteId, rows),
  })
})

/** Adds the dictionaries of a batch. Refuses names that the site has already. */
async function take(ctx: CallContext, siteId: number, rows: readonly GoodRow<typeof READ>[]): Promise<Refusal[]> {
  const left: Refusal[] = []
  const added: ReturnType<typeof newRow>[] = []
  const titles = await titlesAmong(
    ctx,
    siteId,
    rows.map(({ values }) => values.title),
  )
  for (const { row, values } of rows) {
    const form = dictionarySave.safeParse({ ...values, siteId })
    if (!form.success) left.push({ row, reason: form.error.issues[0]?.message ?? '' })
    else if (titles.has(form.data.title)) left.push({ row, reason: `字典“${form.data.title}”已存在` })
    else {
      titles.add(form.data.title)
      added.push(newRow(ctx, form.data))
    }
  }
  if (added.length > 0) await ctx.db.insertInto('dictionary').values(added).execute()
  return left
}

async function titlesAmong({ db }: CallContext, siteId: number, titles: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('dictionary')
    .select('title')
    .where('siteId', '=', siteId)
    .where('title', 'in', titles)
    .execute()
  return new Set(rows.map(({ title }) => title))
}

const template: Handler<'dictionary.sheetTemplate'> = (ctx) => templateSheet(ctx, `${NAME}导入模板`, READ)

/** Dictionary sheets; need the permissions 1120 and 1121 of the screen. */
export const sheetRoutes = {
  'dictionary.exportSheet': exported,
  'dictionary.importSheet': imported,
  'dictionary.sheetTemplate': template,
}
