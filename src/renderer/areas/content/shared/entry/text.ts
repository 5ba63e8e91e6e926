import type { EntryApproval } from '#shared/contract/approval.ts'
import type { EntryEditor } from '#shared/contract/entryLock.ts'

/** Texts of the content form; those that document B gives are verbatim. */
export const ENTRY_FORM = {
  title: (isNew: boolean, column: string): string => `${isNew ? '新增' : '编辑'}：${column}`,
  preview: '预览',
  cancel: '取消',
  saveDraft: '保存到草稿',
  savePublish: '保存并发布',
  history: '历史版本',
  /** The form as a page of its own, and back. */
  widen: '展开',
  narrow: '收起',
  /** Asked before something published becomes a draft. */
  unpublish: {
    title: '保存到草稿',
    text: '这条内容已经发布，保存到草稿后会从网站上撤下。确定要保存到草稿吗？',
    confirmText: '保存到草稿',
  },
  /** The entry went away under its form. */
  lost: {
    deleted: {
      title: '这条内容已被彻底删除',
      text: '您写的内容还在这里，没有保存。要把它另存为一条新内容吗？',
      confirmText: '另存为新内容',
      cancelText: '返回' as const,
    },
    recycled: {
      title: '这条内容已被移到回收站',
      text: '您写的内容还在这里，没有保存。要先把这条内容从回收站还原，再保存吗？',
      confirmText: '还原并保存',
      cancelText: '返回' as const,
    },
  },
  /** Typed while a save was under way. */
  typedLater: '已经保存。保存期间您又做了修改，这些修改还没有保存',
  /** B·§8: what a save began in a column with an approval workflow. */
  approvals: { submitted: '新增数据提交审核', resubmitted: '编辑数据提交审批' },
  saved: '保存成功',
  loading: '正在读取内容…',
  noFields: '这个栏目还没有可以填写的字段',
  noFieldsHelp: '请先在“栏目管理”中为它设置字段。',
  /** B·§5: before the related entries of a field are taken away. */
  clearQuestion: '确认清空数据？',
}

export const SENSITIVE = {
  title: '内容中有敏感词',
  ask: (count: number): string => `有 ${count} 处敏感词，已经在字段下方标出。可以返回修改，也可以仍然发布。`,
  kept: (count: number): string => `已保存到草稿，其中有 ${count} 处敏感词，发布前请修改`,
  forbidden: (count: number, who: readonly string[]): string =>
    `有 ${count} 处敏感词，已经在字段下方标出。其中有的${who.join('；')}。可以返回修改，也可以提交给他们审批。`,
  submit: '提交审批',
  publish: '仍然发布',
  back: '返回修改' as const,
  /** Before an entry comes out of the recycle bin, so that its form can be saved. */
  restore: { title: '内容中有敏感词', confirmText: '仍然还原', cancelText: '返回' as const, danger: true },
  restored: (count: number): string =>
    `这条内容删除前已经发布，还原后会以原来的文字重新公开，其中有 ${count} 处敏感词。可以返回，您写的内容仍在这里；也可以仍然还原并保存。`,
  show: '定位',
  byHand: (word: string): string => `没有找到可以自动替换的“${word}”，请手动修改`,
}

/** Above the form of an entry with an application. */
export const APPROVAL_BAR = {
  waiting: ({ applicant, createDate, nodeTitle, revocability }: EntryApproval, isPublished: boolean): string =>
    [
      `${applicant} 于 ${createDate} 提交审批，正在等待“${nodeTitle}”。`,
      isPublished ? '站点上仍是已发布的内容，下面是等待审批的修改。' : '',
      revocability ? '再次保存会撤回这个申请；保存并发布会重新提交审批。' : '审批流程不允许撤回，审批结束前不能保存。',
    ].join(''),
  refused: ({ endedBy, endRemark, finishDate }: EntryApproval): string =>
    `最近一次修改没有通过审批，站点上仍是原来的内容。审批人：${endedBy || '未知'}，${finishDate}。审批内容：${endRemark || '没有填写'}`,
  look: '查看审批',
  withdraw: '撤回',
  load: '载入被拒绝的修改',
}

/** Who has the entry open. Times are shown without their seconds. */
export const LOCK = {
  other: ({ name, since, isOwn }: EntryEditor): string =>
    isOwn
      ? `您从 ${short(since)} 起在另一个窗口编辑这条内容，这里只能查看。`
      : `${name} 从 ${short(since)} 起正在编辑这条内容，现在只能查看。`,
  taken: ({ name, since }: EntryEditor): string =>
    `${name} 在 ${short(since)} 接管了这条内容的编辑，这里变为只读。您没有保存的内容已存为这台电脑上的草稿，重新打开这条内容即可取回。`,
  take: '接管',
  takeBack: '接管回来',
  here: '在这里编辑',
  question: ({ name }: EntryEditor) => ({
    title: '接管编辑',
    text: `${name} 的窗口会变为只读，他没有保存的内容会在他的电脑上存为草稿。确定要接管吗？`,
    confirmText: '接管',
  }),
  stale: '这条内容在您等待时有了新的版本，请重新打开后再编辑。您没有保存的内容已存为这台电脑上的草稿。',
  reload: '重新打开',
  row: ({ name, since, isOwn }: EntryEditor): string => `${isOwn ? '您' : name} 从 ${short(since)} 起正在编辑`,
}
const short = (time: string): string => time.slice(5, 16)

export const AUTOSAVE = {
  title: '有没有保存的内容',
  text: (savedAt: string): string => `您在 ${savedAt} 编辑的内容没有保存，已经在本机暂存。要恢复它吗？`,
  older: '暂存之后，这条内容在服务器上又有了新的版本；恢复后保存时，可以逐项选择保留哪一个。',
  others: (count: number): string => `另外还有 ${count} 份没有保存的内容，会接着询问，或在下次打开时询问。`,
  gone: (savedAt: string): string =>
    `这条内容已经从服务器上彻底删除。您在 ${savedAt} 编辑、没有保存的内容还在本机，可以作为一条新内容打开，或复制其中的文字。`,
  goneTitle: '这条内容已经被删除',
  restore: '恢复',
  restoreGone: '作为新内容打开',
  copy: '复制文字',
  loseGone: {
    title: '放弃暂存的内容',
    text: '服务器上已经没有这条内容，放弃后无法找回。确定要放弃吗？',
    confirmText: '放弃',
  },
  later: '暂不处理',
  discard: '放弃',
}

/** What a revision came from. */
export const REASONS: Readonly<Record<string, string>> = {
  create: '新增',
  save: '保存',
  publish: '发布',
  unpublish: '取消发布',
  restore: '还原',
  import: '导入',
  copy: '复制',
  reject: '驳回',
  forward: '转发',
  apply: '提交审批',
  agree: '审批通过',
}
