import { requireContentColumn, mergeValues, writeDrafts } from '#server/areas/content/entry/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { ARTICLE_PARTS, type ArticlePart, parseWechatMapping } from '#shared/contract/wechat.ts'
import type { PublishedArticle } from './api.ts'
import { findImageUrls, replaceImageUrls } from './html.ts'
import { isFatalError, type Item, type RunTotals, toReason, type RuleRun, logResult, readSettledKeys } from './items.ts'
import { importImage } from './images.ts'
import { AppError } from '#shared/errors/index.ts'

/** Articles per batchget call, the API's maximum. */
const PAGE_SIZE = 20

/** Imports the published articles of the account as drafts of the column, each only once. */
export async function pullArticles(run: RuleRun): Promise<RunTotals> {
  const settled = await readSettledKeys(run)
  const outcome: RunTotals = { done: 0, failed: 0, reason: '' }
  let [offset, total] = [0, 1]
  while (offset < total) {
    const part = await run.api.readPublished(offset, PAGE_SIZE).catch((error: unknown) => {
      throw new AppError('conflict', toReason(error))
    })
    total = part.total_count
    for (const { article_id: articleId, content } of part.item)
      for (const [index, article] of content.news_item.entries()) {
        const itemKey = `a${articleId}#${index}`
        if (article.is_deleted || settled.has(itemKey)) continue
        const item = { itemKey, title: article.title ?? '', contentId: 0 }
        await run.job.report(Math.floor((100 * offset) / total), `已拉取 ${outcome.done} 篇`)
        await pullArticle(run, item, article, outcome)
      }
    if (part.item.length === 0) break
    offset += part.item.length
  }
  return outcome
}

async function pullArticle(run: RuleRun, item: Item, article: PublishedArticle, outcome: RunTotals): Promise<void> {
  try {
    if (await saveDraft(run, item, await toFieldValues(run, article))) outcome.done += 1
  } catch (error) {
    const reason = toReason(error)
    await logResult(run.deps.db, run, item, { state: 'failed', reason })
    // A failed image download concerns only its own article.
    if (isFatalError(error) && !(error instanceof AppError)) throw new AppError('conflict', reason)
    outcome.failed += 1
    outcome.reason ||= reason
  }
}

/** Converts an article to field values and imports its images. */
async function toFieldValues(run: RuleRun, article: PublishedArticle): Promise<Record<ArticlePart, string>> {
  const { deps, rule, api } = run
  const into = { accountId: rule.accountId, siteId: rule.siteId }
  const importedUrls = new Map<string, string>()
  const importUrl = async (src: string): Promise<string> => {
    const cached = importedUrls.get(src)
    if (cached !== undefined) return cached
    const imported = (await importImage(deps, api.base, src, into)) ?? src
    importedUrls.set(src, imported)
    return imported
  }
  const raw = article.content ?? ''
  for (const src of findImageUrls(raw)) await importUrl(src)
  const wantsThumb = parseWechatMapping(rule.rules).thumb_media_id !== ''
  return {
    title: article.title ?? '',
    author: article.author ?? '',
    digest: article.digest ?? '',
    thumb_media_id: wantsThumb && article.thumb_url ? await importUrl(article.thumb_url) : '',
    content: sanitizeHtml(replaceImageUrls(raw, importedUrls)),
  }
}

/** Creates the draft and its log row in one transaction. Returns false if another run has done so. */
function saveDraft(run: RuleRun, item: Item, parts: Record<ArticlePart, string>): Promise<boolean> {
  const { deps, rule } = run
  const mapping = parseWechatMapping(rule.rules)
  const requireSignedIn = () => ({ accountId: rule.accountId, username: rule.updatedBy })
  return deps.db.transaction().execute(async (db) => {
    const column = await requireContentColumn({ db }, rule.classId, rule.siteId)
    const pairs = ARTICLE_PARTS.flatMap((part) =>
      mapping[part] === '' ? [] : [{ fieldName: mapping[part], fieldValue: parts[part] }],
    )
    if (!(await logResult(db, run, item, { state: 'done', reason: '' }))) return false
    const values = mergeValues(column, {}, pairs, true)
    const note = { detail: `公众号“${run.config.title}”` }
    const [contentId = 0] = await writeDrafts(
      { db, clock: deps.clock, requireSignedIn },
      column,
      [{ values, sort: 0, note }],
      'import',
    )
    await db
      .updateTable('wechat_log')
      .set({ contentId })
      .where('ruleId', '=', rule.id)
      .where('itemKey', '=', item.itemKey)
      .execute()
    return true
  })
}
