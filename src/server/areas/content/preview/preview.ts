import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler } from '#server/http/routes.ts'
import { choicesIn, dictionaryOf } from '#shared/domain/contentFields.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { requireContentColumn, type ContentColumn, requireEntry, requireAction, type Values } from '../entry/index.ts'
import { drawUnsavedEntry } from '#server/areas/site/engine/index.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { sanitizeLarge, findLarge } from '../texts/largeTexts.ts'
import type { LargeTexts } from '../texts/largeTexts.ts'
import type { CleanFacts } from '../texts/textFacts.ts'
import { previewedHtml, createPreviewPage } from './previewPage.ts'
import { storePreview } from '#server/areas/site/templateData/index.ts'

/** Most related titles of a field on a page. */
const MAX_RELATED = 200

/** Call 87: saves nothing. Fields missing in the request show the entry's stored values. */
export const previewContent = new PreparedHandler<'content.preview'>(async (ctx, { classId, id, fieldList }) => {
  const column = await requireContentColumn(ctx, classId)
  // As for a save: a single article (单页) has no right to add.
  requireAction(ctx, column, id === 0 && !column.isArticle ? 'add' : 'edit')
  const storedValues = id === 0 ? {} : (await requireEntry(ctx, column, id)).values
  const sent = Object.fromEntries(fieldList.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]))
  const values = { ...storedValues, ...sent }
  const pairs = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  const large = await sanitizeLarge(findLarge(column.fields, pairs), ctx.signal)
  const site = await renderOnSite(ctx, column, { id, values, large })
  if (site.html !== null) {
    const { html } = site
    return async (tx) => [await storePreview(tx, html)]
  }
  const related = await relatedTitles(ctx, column, values)
  const page = createPreviewPage({ place: column.title, fields: column.fields, values, related, large, why: site.why })
  return async (tx) => [await storePreview(tx, page)]
})

/** The page as the site would show it, or the reason (`why`, in Chinese) why the site cannot. */
async function renderOnSite(
  ctx: CallContext,
  column: ContentColumn,
  { id, values, large }: { id: number; values: Values; large: LargeTexts<CleanFacts> },
) {
  const editors = column.fields.filter(({ fieldType }) => fieldType === 'Editor')
  const long = new Set(editors.map(({ fieldName }) => fieldName))
  const publishTime = values.publishTime ?? ''
  const unsaved = {
    siteId: column.siteId,
    columnId: column.id,
    id,
    title: values.title ?? '',
    date: publishTime === '' ? formatDateTime(ctx.clock.now()) : publishTime,
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => !long.has(name))),
    bodies: Object.fromEntries(
      editors.map((field) => [field.fieldName, previewedHtml(field, values[field.fieldName] ?? '', large)]),
    ),
  }
  try {
    const { html, problem } = await drawUnsavedEntry(ctx, unsaved)
    if (html !== null) return { html, why: '' }
    const where = problem && problem.file !== '' ? `（模板 ${problem.file} 第 ${problem.line} 行）` : ''
    return { html: null, why: problem ? `${problem.message}${where}` : '栏目未设置详情页地址和模板' }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled' || error.code === 'too-many') throw error
    return { html: null, why: error.message }
  }
}

/** Titles of related entries, labels and dictionary entries, as far as the caller may read them. */
async function relatedTitles(ctx: CallContext, column: ContentColumn, values: Values) {
  const related: Record<string, string[]> = {}
  for (const field of column.fields) {
    const { fieldName, fieldType } = field
    const ids = choicesIn(values[fieldName] ?? '')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0)
      .slice(0, MAX_RELATED)
    if (ids.length === 0) continue
    if (fieldType === 'RelationContent') related[fieldName] = await entryTitles(ctx, ids)
    if (fieldType === 'RelationLabel') related[fieldName] = await labelTitles(ctx, column.siteId, ids)
    if (dictionaryOf(field)?.type === MULTI_LEVEL) related[fieldName] = await wordTitles(ctx, ids)
  }
  return related
}

async function entryTitles(ctx: CallContext, ids: readonly number[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('content')
    .innerJoin('site_column', 'site_column.id', 'content.classId')
    .select(['content.id', 'content.title', 'content.classId', 'content.siteId', 'site_column.title as column'])
    .where('content.id', 'in', ids)
    .where('content.isRecycled', '=', 0)
    .execute()
  const { authority } = ctx.requireSignedIn()
  const readable = rows.filter(({ classId, siteId, column }) => {
    return contentRefusal(authority, { id: classId, siteId, title: column }, 'read') === null
  })
  return toOrderedTitles(ids, readable)
}

async function labelTitles(ctx: CallContext, siteId: number, ids: readonly number[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('label')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('siteId', '=', siteId)
    .execute()
  return toOrderedTitles(ids, rows)
}

async function wordTitles(ctx: CallContext, ids: readonly number[]): Promise<string[]> {
  return toOrderedTitles(
    ids,
    await ctx.db.selectFrom('classify').select(['id', 'title']).where('id', 'in', ids).execute(),
  )
}

function toOrderedTitles(ids: readonly number[], rows: readonly { id: number; title: string }[]): string[] {
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  return ids.flatMap((id) => titles.get(id) ?? [])
}
