import type { Job, JobKind } from '#shared/contract/job.ts'

/** Texts for the end of a job, beside its title. */
interface JobTexts {
  /** A·§8: shown as an alert when it is done. */
  doneNote?: string
  /** What remains after a failure or a cancellation; follows the reason. */
  undone: string
}

export const JOB_OUTCOMES: Record<JobKind, JobTexts> = {
  'site.copy': {
    doneNote: '部分功能需要先在用户组中添加角色管理权限，并重新登录后才能使用。',
    undone: '已全部撤销，未保留任何内容。',
  },
  'statics.build': { undone: '已生成的页面保持不变。' },
  'content.reindex': { undone: '未更新的内容再次保存后，才能按新字段搜索。' },
  'content.initials': { undone: '其余内容稍后继续处理，完成前不能按拼音首字母搜索。' },
  'copyRule.run': { undone: '已复制的内容保留，再次执行时继续复制其余内容。' },
  'content.schedule': { undone: '其余内容会继续按时处理。' },
  'statics.schedule': { undone: '到达生成时间的站点将继续生成。' },
  'site.deployOnTime': { undone: '到达发布时间的目标将继续发布。' },
  'approval.remind': { undone: '' },
  'wechat.run': { undone: '已成功的文章不会重复处理，再次执行时继续处理其余文章。' },
  'copyRule.follow': { undone: '未更新的副本在下次修改来源时更新。' },
  'channel.receipts': { undone: '送达情况将继续查询。' },
  'channel.send': { undone: '未发出的消息将继续发送。' },
  'webhook.send': { undone: '未送达的通知将继续发送。' },
  'site.deploy': { undone: '已发布的文件保留，再次发布时继续处理其余文件。' },
  'site.deployCheck': { undone: '已发布的文件不受影响，下次发布后再次检查。' },
  'statics.clean': { undone: '未清除的页面保持不变。' },
  'contentImport.read': { undone: '未导入任何内容。' },
  'contentImport.run': { undone: '已导入的内容保留，再次导入时自动跳过，继续导入其余内容。' },
  'statics.links': { undone: '上次的检查结果保持不变。' },
  'server.backup': { undone: '以前的备份保持不变。' },
  'site.export': { undone: '未生成导出包。' },
  'site.import': {
    doneNote: '新站点处于关闭状态，请检查后在站点列表中开启；其他账号需先在用户组中添加权限。',
    undone: '已全部撤销，未保留任何内容。',
  },
}

const endSentence = (text: string): string => (/[。！？.!?]$/.test(text) ? text : `${text}。`)

/** Why a job failed, and what remains of its work. */
export const describeFailure = ({ message, kind }: Job): string => `${endSentence(message)}${JOB_OUTCOMES[kind].undone}`
