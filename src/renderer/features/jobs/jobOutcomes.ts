import type { Job, JobKind } from '#shared/contract/job.ts'

/** What is said at the end of a job, beside its title. */
interface JobTexts {
  /** A·§8: shown as an alert when it is done. */
  doneNote?: string
  /** Follows the reason of a failure, and a cancelling: what is left of it. */
  undone: string
}

export const JOB_OUTCOMES: Record<JobKind, JobTexts> = {
  'site.copy': {
    doneNote: '部分功能需要先在用户组中添加角色管理权限，并重新登录后才能使用。',
    undone: '已全部撤销，没有留下任何内容。',
  },
  'statics.build': { undone: '已生成的页面保持不变。' },
  'content.reindex': { undone: '没有更新的内容在下次保存后才能按新字段搜索。' },
  'content.initials': { undone: '其余内容稍后继续处理，完成前不能按拼音首字母搜索。' },
  'copyRule.run': { undone: '已复制的内容保留，再次执行会接着复制其余的。' },
  'content.schedule': { undone: '其余内容会继续按时处理。' },
  'statics.schedule': { undone: '到时的站点会继续生成。' },
  'approval.remind': { undone: '' },
  'wechat.run': { undone: '已成功的文章不会重复，再次执行会接着处理其余的。' },
  'copyRule.follow': { undone: '没有更新的副本在下次修改来源时更新。' },
  'channel.receipts': { undone: '送达情况会接着查询。' },
  'channel.send': { undone: '没有发出的消息会继续发送。' },
  'webhook.send': { undone: '没有送达的通知会继续发送。' },
  'site.deploy': { undone: '已发布的文件保留，再次发布会接着处理其余的。' },
  'statics.clean': { undone: '没有清除的页面保持不变。' },
  'contentImport.read': { undone: '没有导入任何内容。' },
  'contentImport.run': { undone: '已导入的内容保留，再次导入会跳过它们，接着导入其余的。' },
  'statics.links': { undone: '上次的检查结果保持不变。' },
  'server.backup': { undone: '以前的备份保持不变。' },
  'site.export': { undone: '没有留下导出包。' },
  'site.import': {
    doneNote: '新站点是关闭的，请检查后在站点列表中开启；其他人员需要先在用户组中添加权限。',
    undone: '已全部撤销，没有留下任何内容。',
  },
}

const endOf = (text: string): string => (/[。！？.!?]$/.test(text) ? text : `${text}。`)

/** Why a job failed, and what remains of its work. */
export const describeFailure = ({ message, kind }: Job): string => `${endOf(message)}${JOB_OUTCOMES[kind].undone}`
