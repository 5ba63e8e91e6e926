import { OwnTransactions, PreparedHandler, Reply, type Routes } from '#server/http/routes.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import { emptyBin, removeEntries, restoreEntries } from './bin.ts'
import { type CopyResult, copyContent } from './copy.ts'
import { requireEntry } from '../store/entries.ts'
import { readColumnPage, toFilter } from './list.ts'
import { setPromotion, setSort } from './order.ts'
import { presentEntry } from './present.ts'
import { readArticle, readEntriesByIds, readForm } from './read.ts'
import { requireContentColumn } from '../store/rules.ts'
import { saveForm } from './save.ts'
import { publishEntries, unpublishEntries } from './state.ts'
import { processForm } from '../texts/largeTexts.ts'

type ContentCall =
  | 'page'
  | 'draftPage'
  | 'recyclePage'
  | 'listByIds'
  | 'findByMenuAndSite'
  | 'findById'
  | 'form'
  | 'save'
  | 'publish'
  | 'unpublish'
  | 'restore'
  | 'deleteByIdList'
  | 'cleanRecycle'
  | 'copy'
  | 'option'
  | 'updateSort'

export const routes: Pick<Routes<'content'>, Extract<ApiName, `content.${ContentCall}`>> = {
  'content.page': async (ctx, input) => {
    const column = await requireContentColumn(ctx, input.classId, input.siteId)
    return readColumnPage(ctx, column, toFilter(input, { isRecycled: 0 }), input)
  },
  'content.draftPage': async (ctx, input) => {
    const column = await requireContentColumn(ctx, input.classId, input.siteId)
    return readColumnPage(ctx, column, toFilter(input, { isRecycled: 0, isStatus: 0 }), input)
  },
  'content.recyclePage': async (ctx, input) => {
    const column = await requireContentColumn(ctx, input.classId, input.siteId)
    return readColumnPage(ctx, column, toFilter(input, { isRecycled: 1 }), input)
  },
  'content.listByIds': async (ctx, { classId, idList }) =>
    readEntriesByIds(ctx, await requireContentColumn(ctx, classId), idList),
  'content.findByMenuAndSite': async (ctx, { classId, menuId, siteId }) =>
    readArticle(ctx, await requireContentColumn(ctx, menuId || classId, siteId)),
  'content.findById': async (ctx, { classId, id }) => {
    const column = await requireContentColumn(ctx, classId)
    return presentEntry(column, await requireEntry(ctx, column, id))
  },
  'content.form': readForm,
  'content.save': new PreparedHandler(async (ctx, form) => {
    const large = await processForm(ctx, form)
    return (tx) => saveForm(tx, form, large)
  }),
  'content.publish': async (ctx, input) => {
    const { published, submitted } = await publishEntries(ctx, input)
    if (submitted === 0) return null
    const said = published > 0 ? `已发布 ${published} 条，另有 ${submitted} 条已提交审批，同意后发布` : SUBMITTED
    return new Reply(null, said)
  },
  'content.unpublish': async (ctx, input) => {
    await unpublishEntries(ctx, input)
    return null
  },
  'content.restore': async (ctx, input) => {
    const drafts = await restoreEntries(ctx, input)
    return drafts === 0 ? null : new Reply(null, `还原成功，其中 ${drafts} 条含有须经他人同意的敏感词，已存为草稿`)
  },
  'content.deleteByIdList': async (ctx, input) => {
    await removeEntries(ctx, input)
    return null
  },
  'content.cleanRecycle': new OwnTransactions(async (ctx, { classId }) => {
    await emptyBin(ctx, classId)
    return null
  }),
  'content.copy': async (ctx, input) => {
    const { ids, ...without } = await copyContent(ctx, input)
    return new Reply({ ids }, formatCopyMessage(input.isCut, without))
  },
  'content.option': async (ctx, input) => ((await setPromotion(ctx, input)) ? null : new Reply(null, '已取消')),
  'content.updateSort': async (ctx, input) => {
    await setSort(ctx, input)
    return null
  },
}

const SUBMITTED = '已提交审批，同意后发布'

/** Adds what the target column or site could not receive. */
function formatCopyMessage(isCut: boolean, { left, lost }: Pick<CopyResult, 'left' | 'lost'>): string {
  const said = [isCut ? '移动成功，已存为草稿' : '复制成功']
  if (left.length > 0)
    said.push(`目标栏目没有字段${quoted(left)}，${isCut ? '其内容在移回原栏目后可见' : '其内容未复制'}`)
  if (lost.length > 0)
    said.push(`字段${quoted(lost)}中目标站点没有的标签或关联内容${isCut ? '已移除，可在历史版本中查看' : '未复制'}`)
  return said.join('；')
}
const quoted = (aliases: readonly string[]): string => aliases.map((alias) => `“${alias}”`).join('、')
