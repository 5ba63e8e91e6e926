import { readWithBodies, type Values } from '#server/areas/content/entry/index.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { parseWechatMapping } from '#shared/contract/wechat.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Article } from './api.ts'
import { findImageUrls, makeLinksAbsolute, replaceImageUrls } from './html.ts'
import { isFatalError, type RunTotals, toReason, type RuleRun, logResult, readSettledKeys } from './items.ts'
import { AccountImages } from './images.ts'
import { WechatError } from './errors.ts'

/** WeChat's length limits; longer texts are cut instead of refused. */
const MAX_AUTHOR_LENGTH = 16
const MAX_DIGEST_LENGTH = 120
const INTERRUPTED_TEXT = '推送时中断，公众号草稿箱中可能已有该文章；请到公众号核对，没有时点击“重试”'

/** Pushes the published entries of the column as drafts of the account, oldest first, each only once. */
export async function pushEntries(run: RuleRun): Promise<RunTotals> {
  const { deps, rule, column } = run
  const settled = await readSettledKeys(run)
  const rows = await deps.db
    .selectFrom('content')
    .select(['id', 'title'])
    .where('classId', '=', column.id)
    .where('isRecycled', '=', 0)
    .where('isStatus', '=', 1)
    .orderBy('id')
    .execute()
  const pendingRows = rows.filter(({ id }) => !settled.has(`c${id}`))
  const pictures = new AccountImages(deps, run.api, run.config.id)
  const outcome: RunTotals = { done: 0, failed: 0, reason: '' }
  for (const [at, { id, title }] of pendingRows.entries()) {
    await run.job.report(Math.floor((100 * at) / pendingRows.length), `已推送 ${at} 篇，共 ${pendingRows.length} 篇`)
    const item = { itemKey: `c${id}`, title, contentId: id }
    let isSending = false
    try {
      const article = await toArticle(run, pictures, id)
      if (!article) continue
      // From here on WeChat may have the draft, even if this process ends.
      if (!(await logResult(deps.db, run, item, { state: 'doubtful', reason: INTERRUPTED_TEXT }))) continue
      isSending = true
      const { media_id: mediaId } = await run.api.addDraft(article)
      await deps.db
        .updateTable('wechat_log')
        .set({ state: 'done', reason: '', mediaId, createTime: deps.clock.now().getTime() })
        .where('ruleId', '=', rule.id)
        .where('itemKey', '=', item.itemKey)
        .execute()
      outcome.done += 1
    } catch (error) {
      const reason = toReason(error)
      // Without a response it is unknown whether the draft was created.
      const isDoubtful = isSending && !(error instanceof WechatError)
      if (isSending && !isDoubtful) await markFailed(run, item.itemKey)
      if (!isDoubtful) await logResult(deps.db, run, item, { state: 'failed', reason })
      if (isFatalError(error)) throw new AppError('conflict', reason)
      outcome.failed += 1
      outcome.reason ||= reason
    }
  }
  return outcome
}

/** Marks the item as failed: WeChat refused it, so there is no draft. */
async function markFailed({ deps, rule }: RuleRun, itemKey: string): Promise<void> {
  await deps.db
    .updateTable('wechat_log')
    .set({ state: 'failed' })
    .where('ruleId', '=', rule.id)
    .where('itemKey', '=', itemKey)
    .execute()
}

/** Converts an entry to an article and uploads its images; null if the entry is no longer published. */
async function toArticle(run: RuleRun, pictures: AccountImages, id: number): Promise<Article | null> {
  const { db } = run.deps
  const row = await db
    .selectFrom('content')
    .selectAll()
    .where('id', '=', id)
    .where('isStatus', '=', 1)
    .where('isRecycled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const [entry] = await readWithBodies(db, [row])
  const values: Values = entry?.values ?? {}
  const mapping = parseWechatMapping(run.rule.rules)
  const value = (field: string): string => (field === '' ? '' : (values[field] ?? ''))
  const title = value(mapping.title).trim()
  if (title === '') throw new AppError('conflict', '标题字段为空，请编辑内容后重试')
  const html = sanitizeHtml(value(mapping.content))
  if (extractPlainText(html).text.trim() === '' && findImageUrls(html).length === 0)
    throw new AppError('conflict', '正文字段为空，请编辑内容后重试')
  const ownImages = findImageUrls(html).filter((src) => src.startsWith('/'))
  const cover = value(mapping.thumb_media_id) || ownImages[0] || ''
  if (!cover.startsWith('/')) throw new AppError('conflict', '没有封面图，正文中也没有资源库的图片，请补充封面图')
  const addresses = new Map<string, string>()
  for (const src of ownImages) addresses.set(src, await pictures.inline(src))
  const site = await db.selectFrom('site').select('domain').where('id', '=', run.rule.siteId).executeTakeFirst()
  const digest = extractPlainText(value(mapping.digest)).text.trim()
  return {
    title,
    author: cut(value(mapping.author).trim(), MAX_AUTHOR_LENGTH),
    digest: cut(digest, MAX_DIGEST_LENGTH),
    content: makeLinksAbsolute(replaceImageUrls(html, addresses), site?.domain ?? ''),
    content_source_url: '',
    thumb_media_id: await pictures.thumb(cover),
    need_open_comment: 0,
    only_fans_can_comment: 0,
  }
}

const cut = (text: string, limit: number): string => [...text].slice(0, limit).join('')
