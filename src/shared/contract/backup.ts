import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query } from './define.ts'
import { dateTime, flag, none, nothing, timeOfDay, unshown, within } from './fields.ts'
import { jobRef } from './job.ts'

/** When the server backs itself up, in its own time zone. */
export const backupRules = z.object({
  isOn: flag,
  every: z.enum(['day', 'week'], '请选择每天或每周').default('day'),
  /** 0 Sunday to 6; of `week`. */
  weekday: within('星期', 0, 6).default(0),
  time: timeOfDay.default('03:00'),
  /** Whole backups that are kept; the oldest goes when a newer one is whole. */
  keep: within('保留份数', 1, 100).default(7),
})
export type BackupRules = z.output<typeof backupRules>
/** As they are answered. */
const keptRules = backupRules.extend({ isOn: z.boolean() })

const serverBackup = z.object({
  /** Of its folder. */
  name: z.string(),
  createDate: dateTime,
  /** Bytes. */
  size: z.number(),
  /** Of the program that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
})
export type ServerBackup = z.output<typeof serverBackup>

const backupState = z.object({
  rules: keptRules,
  /** Where they lie on the server. */
  folder: z.string(),
  /** Uploads lie in a bucket, and are in no backup. */
  inBucket: z.boolean(),
  /** The newest first. */
  backups: z.array(serverBackup),
  /** How the last try ended; null: there was none. */
  last: z.object({ date: dateTime, ok: z.boolean(), message: z.string() }).nullable(),
  /** '' while none is planned. */
  nextDate: z.string(),
  /** Of the backup that is being made; 0: none. */
  jobId: z.number(),
})
export type BackupState = z.output<typeof backupState>

/** Super administrators alone. */
const access = menu(MENU.backup)

export const backupOperations = areas({ backup: '备份' })({
  'backup.state': query({
    method: 'GET',
    path: cms('backup/state'),
    title: '备份',
    access,
    input: none,
    output: backupState,
  }),
  /** Is the server a restored backup or a copied folder, which sends nothing to anybody? */
  'backup.copyState': query({
    method: 'GET',
    path: cms('backup/copy-state'),
    title: '服务器副本',
    access,
    input: none,
    output: z.object({ isCopy: z.boolean() }),
  }),
  /** This server takes the place of the original from now on: what waits is sent. */
  'backup.confirmOriginal': mutation({
    method: 'POST',
    path: cms('backup/confirm-original'),
    title: '由本服务器代替原服务器',
    access,
    input: none,
    output: unshown(nothing),
    success: '已由本服务器代替原服务器，等待中的消息开始发送',
    stale: ['backup.copyState'],
  }),
  'backup.saveRules': mutation({
    method: 'POST',
    path: cms('backup/save-rules'),
    title: '保存备份设置',
    access,
    input: backupRules,
    output: unshown(keptRules),
    success: '保存成功',
    stale: ['backup.state'],
  }),
  /** Answers at once; a job makes it. */
  'backup.start': mutation({
    method: 'POST',
    path: cms('backup/start'),
    title: '立即备份',
    access,
    input: none,
    output: unshown(jobRef),
    success: '备份已开始',
    stale: ['backup.state'],
  }),
})
