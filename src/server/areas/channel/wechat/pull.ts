import { columnFor, merged, writeDrafts } from '#server/areas/content/entry/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { ARTICLE_PARTS, type ArticlePart, mappingOf } from '#shared/contract/wechat.ts'
import type { PublishedArticle } from './api.ts'
import { picturesIn, withPictures } from './html.ts'
import { endsRun, type Item, type Outcome, reasonOf, type Run, settle, settledKeys } from './items.ts'
import { takePicture } from './pictures.ts'
import { AppError } from '#shared/errors/index.ts'

/** Articles per batchget call, the API's maximum. */
const PART = 20

/** Imports the published articles of the account as drafts of the column, each only once. */
export async function pull(run: Run): Promise<Outcome> {
  const settled = await settledKeys(run)
  const outcome: Outcome = { done: 0, failed: 0, reason: '' }
  let [offset, total] = [0, 1]
  while (offset < total) {
    const part = await run.api.published(offset, PART).catch((error: unknown) => {
      throw new AppError('conflict', reasonOf(error))
    })
    total = part.total_count
    for (const { article_id: articleId, content } of part.item)
      for (const [index, article] of content.news_item.entries()) {
        const itemKey = `a${articleId}#${index}`
        if (article.is_deleted || settled.has(itemKey)) continue
        const item = { itemKey, title: article.title ?? '', contentId: 0 }
        await run.job.report(Math.floor((100 * offset) / total), `已拉取 ${outcome.done} 篇`)
        await take(run, item, article, outcome)
      }
    if (part.item.length === 0) break
    offset += part.item.length
  }
  return outcome
}

async function take(run: Run, item: Item, article: PublishedArticle, outcome: Outcome): Promise<void> {
  try {
    if (await keep(run, item, await valuesOf(run, article))) outcome.done += 1
  } catch (error) {
    const reason = reasonOf(error)
    await settle(run.deps.db, run, item, { state: 'failed', reason })
    // A failed image download concerns only its own article.
    if (endsRun(error) && !(error instanceof AppError)) throw new AppError('conflict', reason)
    outcome.failed += 1
    outcome.reason ||= reason
  }
}

/** Converts an article to field values and imports its images. */
async function valuesOf(run: Run, article: PublishedArticle): Promise<Record<ArticlePart, string>> {
  const { deps, rule, api } = run
  const into = { accountId: rule.accountId, siteId: rule.siteId }
  const had = new Map<string, string>()
  const address = async (src: string): Promise<string> => {
    const known = had.get(src)
    if (known !== undefined) return known
    const taken = (await takePicture(deps, api.base, src, into)) ?? src
    had.set(src, taken)
    return taken
  }
  const raw = article.content ?? ''
  for (const src of picturesIn(raw)) await address(src)
  const wantsThumb = mappingOf(rule.rules).thumb_media_id !== ''
  return {
    title: article.title ?? '',
    author: article.author ?? '',
    digest: article.digest ?? '',
    thumb_media_id: wantsThumb && article.thumb_url ? await address(article.thumb_url) : '',
    content: sanitizeHtml(withPictures(raw, had)),
  }
}

/** Creates the draft and its log row in one transaction. Returns false if another run has done so. */
function keep(run: Run, item: Item, parts: Record<ArticlePart, string>): Promise<boolean> {
  const { deps, rule } = run
  const mapping = mappingOf(rule.rules)
  const signed = () => ({ accountId: rule.accountId, username: rule.updatedBy })
  return deps.db.transaction().execute(async (db) => {
    const column = await columnFor({ db }, rule.classId, rule.siteId)
    const pairs = ARTICLE_PARTS.flatMap((part) =>
      mapping[part] === '' ? [] : [{ fieldName: mapping[part], fieldValue: parts[part] }],
    )
    if (!(await settle(db, run, item, { state: 'done', reason: '' }))) return false
    const values = merged(column, {}, pairs, true)
    const note = { detail: `公众号“${run.config.title}”` }
    const [contentId = 0] = await writeDrafts(
      { db, clock: deps.clock, signed },
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
