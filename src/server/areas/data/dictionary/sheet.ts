import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { countRows } from '#server/db/countRows.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS, inBatches } from '#server/sheets/batches.ts'
import { listColumn, required, textColumn } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { requireExport, requireImport } from '#server/sheets/rights.ts'
import { formatWords } from '#server/sheets/wordList.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import { DICTIONARY_SHEET_LIMIT_MB, dictionarySave } from '#shared/contract/dictionary.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { grantedSiteIds, requireActiveSites } from '#server/siteAccess.ts'
import type { DictionaryRow } from './present.ts'
import { requireEditor } from './rules.ts'
import { toNewRow } from './save.ts'

const SCREEN = { siteId: 0, menuId: MENU.dictionary }
const NAME = '字典'

const IMPORT_COLUMNS = { title: required(textColumn('字典名称')), value: required(listColumn('字典值')) }

const EXPORT_COLUMNS: readonly WriteColumn<DictionaryRow>[] = [
  { title: IMPORT_COLUMNS.title.title, width: 30, value: ({ title }) => title },
  { title: IMPORT_COLUMNS.value.title, width: 60, value: ({ value }) => formatWords(JSON.parse(value) as string[]) },
  { title: '创建时间', value: ({ createTime }) => formatDateTime(createTime) },
]

const exportDictionaries: Handler<'dictionary.exportSheet'> = async (ctx, { siteId, key }) => {
  requireExport(ctx, SCREEN)
  const sites = siteId === undefined ? grantedSiteIds(ctx.requireSignedIn().authority) : [siteId]
  const found = ctx.db
    .selectFrom('dictionary')
    .$if(sites !== null, (query) => query.where('siteId', 'in', [0, ...(sites ?? [])]))
    .$if(key !== '', (query) => query.where((eb) => contains([eb.ref('title')], key)))
  const rows = inBatches((after) => found.selectAll().where('id', '>', after).orderBy('id').limit(BATCH_ROWS).execute())
  return exportSheet(ctx, { name: NAME, columns: EXPORT_COLUMNS, rows, total: () => countRows(found) })
}

const importDictionaries = new OwnTransactions<'dictionary.importSheet'>(
  async (ctx, { xlsxPath, siteId, unknownColumns }) => {
    requireImport(ctx, SCREEN)
    requireEditor(ctx, siteId)
    if (siteId !== 0) await requireActiveSites(ctx, [siteId])
    return importSheet(ctx, {
      xlsxPath,
      columns: IMPORT_COLUMNS,
      limitMb: DICTIONARY_SHEET_LIMIT_MB,
      mode: 'good',
      unknownColumns,
      ignoredTitles: ['ID', '创建时间'],
      importRows: (db, rows) => addRows({ ...ctx, db }, siteId, rows),
    })
  },
)

/** Adds the dictionaries of a batch. Refuses names that the site has already. */
async function addRows(
  ctx: CallContext,
  siteId: number,
  rows: readonly GoodRow<typeof IMPORT_COLUMNS>[],
): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const added: ReturnType<typeof toNewRow>[] = []
  const titles = await findExistingTitles(
    ctx,
    siteId,
    rows.map(({ values }) => values.title),
  )
  for (const { row, values } of rows) {
    const form = dictionarySave.safeParse({ ...values, siteId })
    if (!form.success) refused.push({ row, reason: form.error.issues[0]?.message ?? '' })
    else if (titles.has(form.data.title)) refused.push({ row, reason: `字典“${form.data.title}”已存在` })
    else {
      titles.add(form.data.title)
      added.push(toNewRow(ctx, form.data))
    }
  }
  if (added.length > 0) await ctx.db.insertInto('dictionary').values(added).execute()
  return refused
}

async function findExistingTitles(
  { db }: CallContext,
  siteId: number,
  titles: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('dictionary')
    .select('title')
    .where('siteId', '=', siteId)
    .where('title', 'in', titles)
    .execute()
  return new Set(rows.map(({ title }) => title))
}

const createTemplate: Handler<'dictionary.sheetTemplate'> = (ctx) =>
  exportTemplateSheet(ctx, `${NAME}导入模板`, IMPORT_COLUMNS)

/** Dictionary sheets; need the permissions 1120 and 1121 of the screen. */
export const sheetRoutes = {
  'dictionary.exportSheet': exportDictionaries,
  'dictionary.importSheet': importDictionaries,
  'dictionary.sheetTemplate': createTemplate,
}
