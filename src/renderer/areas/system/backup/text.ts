import type { BackupRules, BackupState } from '#shared/contract/backup.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'

/** When the server backs itself up, in a sentence. */
export const planText = ({ rules, nextDate }: BackupState): string =>
  rules.isOn ? `${momentText(rules)}备份，保留 ${rules.keep} 份；下一次 ${nextDate}` : '没有开启'

const momentText = ({ every, weekday, time }: BackupRules): string =>
  `${every === 'week' ? `每周${(WEEKDAYS[weekday] ?? '').slice(2)}` : '每天'} ${time} `

export const ENGINES = { sqlite: '内置数据库', postgres: 'PostgreSQL' } as const

export const BACKUP = {
  text: '备份是整个服务器在一个时刻的副本：数据库、模板和上传的文件。它也含有密码的散列和密钥，请放在只有管理员能打开的地方，最好再复制到另一台机器。',
  bucket: '上传的文件在存储桶中，不在备份里，请用存储桶自己的备份。',
  none: '还没有备份',
  noneText: '点“立即备份”做第一份，或在“备份设置”中开启定时备份。',
  look: '要打开一份备份看看，在服务器上运行 npm run server -- look 备份文件夹（存储桶里的备份写名称）--port 端口；它在旁边启动一个只能查看的副本，不影响这里。',
  keepHint: '新的一份完整之后才删除最旧的。',
  folderHint: '服务器的管理员可以用 SITECRAFT_BACKUP_DIR 指定别处。',
}
