import type { DraftChange, MomentFile, TemplateMoment } from '#shared/contract/templateDraft.ts'

type Color = 'brand' | 'success' | 'warning' | 'danger' | 'informative'

export const DRAFT = {
  title: (name: string): string => `草稿与发布 · ${name}`,
  noneTitle: '这个模板还没有草稿',
  noneText:
    '草稿是模板的一份副本：在草稿里怎么改，网站都不变，改好后一次发布到线上，也可以撤销发布。一个模板有一份草稿，大家一起用。',
  noChangesTitle: '草稿和线上一样',
  noChangesText: '在草稿里的修改会列在这里，看过之后再发布。',
  discardTitle: '放弃草稿',
  discardText: '草稿会被删除，线上的模板不变。草稿现在的内容保存在“历史”里，以后可以放回新的草稿。',
  publishTitle: '发布更改',
  publishText: (count: number): string =>
    `${count} 处更改会一次发布到线上，使用这个模板的站点马上就会用上。发布之前的样子保存在“历史”里，可以撤销。`,
  askLeft: (count: number): string => `还有 ${count} 个文件两边都改过，请先选择用哪一边的。`,
  published: (published: number, taken: number): string =>
    [
      published > 0 ? `已发布 ${published} 处更改` : '线上没有需要改动的',
      ...(taken > 0 ? [`草稿也得到了线上的 ${taken} 处更改`] : []),
    ].join('，'),
}

/** What is done with one change. */
export const WAY: Record<DraftChange['way'], string> = {
  publish: '发布到线上',
  take: '线上另有修改，草稿也会得到',
  merge: '两边都改过，自动合并',
  ask: '两边都改过，请选择',
}

export const CHANGE: Record<DraftChange['change'], { title: string; color: Color }> = {
  added: { title: '新增', color: 'success' },
  changed: { title: '修改', color: 'brand' },
  removed: { title: '删除', color: 'danger' },
}

/** Of which moment the kept state is. */
export const MOMENT: Record<TemplateMoment['kind'], string> = {
  publish: '发布之前的线上模板',
  undo: '撤销发布之前的线上模板',
  restore: '放回历史之前的线上模板',
  draft: '草稿被改动之前的草稿',
  discard: '放弃的草稿',
}

/** What putting a file back does. */
export const FILE_STATE: Record<MomentFile['state'], string> = {
  same: '和现在一样',
  changed: '放回那时的内容',
  missing: '现在没有，会放回来',
  added: '那时没有，会删除',
}
