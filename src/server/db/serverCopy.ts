import { realpath, stat } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { AppError } from '#shared/errors/index.ts'
import type { JobKind } from '#shared/contract/job.ts'
import type { Database } from './schema.ts'
import { readSetting, removeSetting, saveSetting } from './settings.ts'

/** Set while the server is a copy that sends nothing. */
const COPY_SETTING = 'server.copy'
/** Path and inode of the embedded database's data folder at the last start, as JSON. */
export const FOLDER_SETTING = 'server.folder'

/**
 * SQL that marks a restored database as a copy: it may run beside the original, so its server sends nothing until an
 * operator confirms it.
 */
export const MARK_COPY_SQL = `insert into setting (name, value) values ('${COPY_SETTING}', 'restored')
  on conflict (name) do update set value = excluded.value`

/** Jobs that a copy leaves queued: they send messages to people or other systems, or query delivery receipts. */
export const SENDING_JOBS: readonly JobKind[] = [
  'channel.send',
  'channel.receipts',
  'webhook.send',
  'wechat.run',
  'site.deploy',
  'site.deployCheck',
]

/** Shown beside waiting jobs and messages. */
export const COPY_REASON = '本服务器是副本，暂不发送'
/** For operators, with the remedy. */
export const COPY_PROBLEM =
  '本服务器是副本（恢复的备份或复制的数据目录），不发送邮件、短信、Webhook 和公众号内容；确认由它代替原服务器后，由超级管理员在页面上方点击“由本服务器代替原服务器”，或运行 npm run server -- take-store'

export const isServerCopy = async (db: Kysely<Database>): Promise<boolean> =>
  (await readSetting(db, COPY_SETTING)) !== null

/** On a copy, adds the reason to rows that wait. */
export async function withCopyReason<T extends { state: string; reason: string }>(
  db: Kysely<Database>,
  rows: readonly T[],
): Promise<T[]> {
  const isCopy = rows.length > 0 && (await isServerCopy(db))
  return rows.map((row) => (isCopy && row.state === 'waiting' ? { ...row, reason: COPY_REASON } : row))
}

/** @throws AppError `conflict` on a copy, when a person tries to send something */
export async function refuseOnCopy(db: Kysely<Database>): Promise<void> {
  if (await isServerCopy(db)) throw new AppError('conflict', `未发送：${COPY_PROBLEM}`)
}

/**
 * Marks the server as a copy when both path and inode of the data folder differ from the last start. A renamed folder
 * keeps its inode; a remounted or restored folder keeps its path.
 */
export async function detectCopiedFolder(db: Kysely<Database>, dataDir: string): Promise<void> {
  const folder = [await realpath(dataDir), String((await stat(dataDir, { bigint: true })).ino)]
  const last = await readSetting(db, FOLDER_SETTING)
  const known = last === null ? folder : (JSON.parse(last) as string[])
  if (!known.some((part, index) => part === folder[index])) await saveSetting(db, COPY_SETTING, 'folder')
  else if (known.join() !== folder.join() || last === null)
    await saveSetting(db, FOLDER_SETTING, JSON.stringify(folder))
}

/** Marks the server as the original. @param folder the data folder of an embedded database */
export async function confirmOriginal(db: Kysely<Database>, folder: string | null): Promise<void> {
  await removeSetting(db, COPY_SETTING)
  await removeSetting(db, FOLDER_SETTING)
  if (folder !== null) await detectCopiedFolder(db, folder)
}
