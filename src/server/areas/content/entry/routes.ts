import { OwnTransactions, Prepared, Reply, type Routes } from '#server/http/routes.ts'
import type { ApiName } from '#shared/contract/registry.ts'
import { clean, remove, restore } from './bin.ts'
import { type Copied, copyContent } from './copy.ts'
import { entryFor } from '../store/entries.ts'
import { pageOfColumn, wantedOf } from './list.ts'
import { setOption, setSort } from './order.ts'
import { presentEntry } from './present.ts'
import { articleOf, entriesById, formFor } from './read.ts'
import { columnFor } from '../store/rules.ts'
import { saveContent } from './save.ts'
import { publish, unpublish } from './state.ts'
import { largeTextsOf } from '../texts/largeTexts.ts'

type Own =
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

export const routes: Pick<Routes<'content'>, Extract<ApiName, `content.${Own}`>> = {
  'content.page': async (ctx, input) => {
    const column = await columnFor(ctx, input.classId, input.siteId)
    return pageOfColumn(ctx, column, wantedOf(input, { isRecycled: 0 }), input)
  },
  'content.draftPage': async (ctx, input) => {
    const column = await columnFor(ctx, input.classId, input.siteId)
    return pageOfColumn(ctx, column, wantedOf(input, { isRecycled: 0, isStatus: 0 }), input)
  },
  'content.recyclePage': async (ctx, input) => {
    const column = await columnFor(ctx, input.classId, input.siteId)
    return pageOfColumn(ctx, column, wantedOf(input, { isRecycled: 1 }), input)
  },
  'content.listByIds': async (ctx, { classId, idList }) => entriesById(ctx, await columnFor(ctx, classId), idList),
  'content.findByMenuAndSite': async (ctx, { classId, menuId, siteId }) =>
    articleOf(ctx, await columnFor(ctx, menuId || classId, siteId)),
  'content.findById': async (ctx, { classId, id }) => {
    const column = await columnFor(ctx, classId)
    return presentEntry(column, await entryFor(ctx, column, id))
  },
  'content.form': formFor,
  'content.save': new Prepared(async (ctx, form) => {
    const large = await largeTextsOf(ctx, form)
    return (tx) => saveContent(tx, form, large)
  }),
  'content.publish': async (ctx, input) => {
    const { published, submitted } = await publish(ctx, input)
    if (submitted === 0) return null
    const said = published > 0 ? `已发布 ${published} 条，另有 ${submitted} 条已提交审批，同意后发布` : SUBMITTED
    return new Reply(null, said)
  },
  'content.unpublish': async (ctx, input) => {
    await unpublish(ctx, input)
    return null
  },
  'content.restore': async (ctx, input) => {
    const drafts = await restore(ctx, input)
    return drafts === 0 ? null : new Reply(null, `还原成功，其中 ${drafts} 条含有须经他人同意的敏感词，已存为草稿`)
  },
  'content.deleteByIdList': async (ctx, input) => {
    await remove(ctx, input)
    return null
  },
  'content.cleanRecycle': new OwnTransactions(async (ctx, { classId }) => {
    await clean(ctx, classId)
    return null
  }),
  'content.copy': async (ctx, input) => {
    const { ids, ...without } = await copyContent(ctx, input)
    return new Reply({ ids }, copiedMessage(input.isCut, without))
  },
  'content.option': async (ctx, input) => ((await setOption(ctx, input)) ? null : new Reply(null, '已取消')),
  'content.updateSort': async (ctx, input) => {
    await setSort(ctx, input)
    return null
  },
}

const SUBMITTED = '已提交审批，同意后发布'

/** Adds what the target column or site could not receive. */
function copiedMessage(isCut: boolean, { left, lost }: Pick<Copied, 'left' | 'lost'>): string {
  const said = [isCut ? '移动成功，已存为草稿' : '复制成功']
  if (left.length > 0)
    said.push(`目标栏目没有字段${quoted(left)}，${isCut ? '其内容在移回原栏目后可见' : '其内容未复制'}`)
  if (lost.length > 0)
    said.push(`字段${quoted(lost)}中目标站点没有的标签或关联内容${isCut ? '已移除，可在历史版本中查看' : '未复制'}`)
  return said.join('；')
}
const quoted = (aliases: readonly string[]): string => aliases.map((alias) => `“${alias}”`).join('、')
