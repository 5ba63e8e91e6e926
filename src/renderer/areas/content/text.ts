import type { PassState } from '#shared/domain/passState.ts'
import type { PromotionFlag } from '#shared/domain/promotions.ts'

/** Texts of the content lists; questions as document B words them (B·§5). */
export const CONTENT = {
  deleteOne: '确认删除？',
  deleteMany: '确认删除？ 操作不可撤销！',
  publish: '确认发布数据？',
  unpublish: '取消发布数据？',
  copy: '确认复制数据？',
  restore: '确认还原？',
  clean: '确认清空数据？',
  sensitive: '内容中含有敏感词',
}

/** What is asked before sensitive words become public, by what was to be done. */
export const SENSITIVE_ASKED = {
  publish: {
    help: '下面的内容含有敏感词。可以先取消，编辑后再发布；也可以仍然发布。',
    accept: '仍然发布',
  },
  restore: {
    help: '下面的内容删除前已经发布，还原后会重新公开，其中含有敏感词。可以取消，让它们留在回收站；也可以仍然还原。',
    accept: '仍然还原',
  },
} as const
/** Instead, where some of the words need others' agreement. */
export const FORBIDDEN_ASKED = {
  publish: {
    help: '下面的内容含有敏感词，其中标出的须经指定的人同意才能发布。可以先取消，编辑后再发布；也可以提交给他们审批。',
    accept: '提交审批',
  },
  restore: {
    help: '下面的内容删除前已经发布，其中标出的敏感词须经指定的人同意才能公开。还原后，含有这些词的内容存为草稿。',
    accept: '仍然还原',
  },
} as const

/** Who must agree to a word. */
export const forbiddenBy = ({
  title,
  persons,
  own,
}: {
  title: string
  persons: readonly string[]
  own: boolean
}): string =>
  own
    ? `属于“${title}”，您是同意人，发布就是同意`
    : `属于“${title}”，须经${persons.length > 0 ? persons.join('或') : '超级管理员'}同意才能发布`

export type SensitiveAsked = 'publish' | 'restore'

/** B·§2. */
export const PASS_STATES: Readonly<Record<PassState, string>> = {
  published: '已发布',
  rejected: '已驳回',
  unpublished: '未发布',
}

/** An entry whose publication waits for agreement. */
export const WAITING = {
  title: '审批中',
  draft: '正在审批，同意后发布',
  published: '已发布，修改正在审批',
} as const

/** B·§2: who refused an entry, and why. */
export const REJECTION = {
  by: (name: string): string => `审批人：${name || '未知'}`,
  text: (text: string): string => `审批内容：${text || '没有填写'}`,
  more: '查看或编辑这条内容可以看到全部',
} as const

/** B·§2: the status filter. */
export const STATUS_CHOICES = [
  { value: '', title: '全部' },
  { value: 'true', title: '已发布' },
  { value: 'false', title: '未发布' },
] as const

/** The flags on a title, in as few characters as tell them apart. */
export const FLAG_TAGS: Readonly<Record<PromotionFlag, string>> = {
  indexTop: '首顶',
  indexHot: '首热',
  indexElite: '首荐',
  channelTop: '频顶',
  channelHot: '频热',
  channelElite: '频荐',
  menuTop: '栏顶',
  menuHot: '栏热',
  menuElite: '栏荐',
  navElite: '导荐',
  rightElite: '右荐',
  leftElite: '左荐',
}

/** The two bins of a column (B·§2: type 0 and type 1). */
export const BINS = {
  recycle: {
    title: '回收站',
    empty: '回收站是空的',
    emptyHelp: '在列表中删除的内容会来到这里，可以还原。',
  },
  drafts: {
    title: '草稿箱',
    empty: '没有草稿',
    emptyHelp: '“保存到草稿”和“取消发布”的内容会来到这里。',
  },
} as const

/** What was typed into forms and not saved. */
export const UNSAVED = {
  title: '未保存的内容',
  button: (count: number): string => `未保存的内容（${count}）`,
  help: '下面的内容填写后没有保存，暂存在这台电脑上，30 天后自动清除。',
  none: '没有未保存的内容',
  untitled: '（没有标题）',
  about: (id: number, savedAt: string, count: number): string =>
    `${id === 0 ? '新增的内容' : `修改编号 ${id} 的内容`} · ${savedAt} 暂存${count > 1 ? ` · 共 ${count} 份` : ''}`,
  discardQuestion: {
    title: '放弃未保存的内容',
    text: '放弃后无法找回，服务器上的内容不受影响。确定要放弃吗？',
    confirmText: '放弃',
  },
}

/** Subject of a question about one or many entries. */
export const about = (what: string, titles: readonly string[]): string =>
  titles.length === 1 ? `${what}“${titles[0]}”` : `${what} ${titles.length} 条内容`
