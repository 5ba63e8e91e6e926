import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query } from './define.ts'
import { dateTime, flag, none, nothing, timeOfDay, undocumentedOutput, within } from './fields.ts'
import { jobRef } from './job.ts'

/** Schedule of automatic backups, in the server's time zone. */
export const backupRules = z.object({
  isOn: flag,
  every: z.enum(['day', 'week'], '请选择每天或每周').default('day'),
  /** 0 (Sunday) to 6; only for `week`. */
  weekday: within('星期', 0, 6).default(0),
  time: timeOfDay.default('03:00'),
  /** Number of complete backups to retain; a newer complete backup replaces the oldest. */
  keep: within('保留份数', 1, 100).default(7),
})
export type BackupRules = z.output<typeof backupRules>
/** The rules in responses. */
const rulesOutput = backupRules.extend({ isOn: z.boolean() })

const serverBackup = z.object({
  /** Name of the backup's folder. */
  name: z.string(),
  createDate: dateTime,
  /** Bytes. */
  size: z.number(),
  /** Version of the program that made the backup. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
})
export type ServerBackup = z.output<typeof serverBackup>

const backupState = z.object({
  rules: rulesOutput,
  /** Path of the backups on the server. */
  folder: z.string(),
  /** Uploads are in a bucket and not part of backups. */
  inBucket: z.boolean(),
  /** Newest first. */
  backups: z.array(serverBackup),
  /** Result of the last attempt; null: none yet. */
  last: z.object({ date: dateTime, ok: z.boolean(), message: z.string() }).nullable(),
  /** '' if no backup is scheduled. */
  nextDate: z.string(),
  /** Job of the running backup; 0: none. */
  jobId: z.number(),
})
export type BackupState = z.output<typeof backupState>

/** Super administrators alone. */
const access = menu(MENU.backup)

export const backupOperations = withAreaTitles({ backup: '备份' })({
  'backup.state': query({
    method: 'GET',
    path: cms('backup/state'),
    title: '备份',
    access,
    input: none,
    output: backupState,
  }),
  /** Whether the server is a restored backup or a copied folder, which sends no messages. */
  'backup.copyState': query({
    method: 'GET',
    path: cms('backup/copy-state'),
    title: '服务器副本',
    access,
    input: none,
    output: z.object({ isCopy: z.boolean() }),
  }),
  /** Makes this server the original: waiting messages are sent from now on. */
  'backup.confirmOriginal': mutation({
    method: 'POST',
    path: cms('backup/confirm-original'),
    title: '由本服务器代替原服务器',
    access,
    input: none,
    output: undocumentedOutput(nothing),
    success: '已由本服务器代替原服务器，等待中的消息开始发送',
    stale: ['backup.copyState'],
  }),
  'backup.saveRules': mutation({
    method: 'POST',
    path: cms('backup/save-rules'),
    title: '保存备份设置',
    access,
    input: backupRules,
    output: undocumentedOutput(rulesOutput),
    success: '保存成功',
    stale: ['backup.state'],
  }),
  /** Returns at once; a job makes the backup. */
  'backup.start': mutation({
    method: 'POST',
    path: cms('backup/start'),
    title: '立即备份',
    access,
    input: none,
    output: undocumentedOutput(jobRef),
    success: '备份已开始',
    stale: ['backup.state'],
  }),
})
