import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { AppError } from '#shared/errors/index.ts'
import { VERSION } from '../version.ts'
import { type Engine, engineOf } from './dialect.ts'
import { core } from './migrations/0001_core.ts'
import { templates } from './migrations/0002_templates.ts'
import { sites } from './migrations/0003_sites.ts'
import { columns } from './migrations/0004_columns.ts'
import { dictionaries } from './migrations/0005_dictionaries.ts'
import { templateRecycle } from './migrations/0006_template_recycle.ts'
import { listOrder } from './migrations/0007_list_order.ts'
import { templateSaves } from './migrations/0008_template_saves.ts'
import { uploads } from './migrations/0009_uploads.ts'
import { content } from './migrations/0010_content.ts'
import { labels } from './migrations/0011_labels.ts'
import { sensitiveWords } from './migrations/0012_sensitive.ts'
import { netWorth } from './migrations/0013_net_worth.ts'
import { people } from './migrations/0014_people.ts'
import { uploadAttempts } from './migrations/0015_upload_attempts.ts'
import { contentFiles } from './migrations/0016_content_files.ts'
import { contentAttempts } from './migrations/0017_content_attempts.ts'
import { departments } from './migrations/0018_departments.ts'
import { productSaves } from './migrations/0019_product_saves.ts'
import { uploadOwners } from './migrations/0020_upload_owners.ts'
import { netWorthOwners } from './migrations/0021_net_worth_owners.ts'
import { signIns } from './migrations/0023_sign_ins.ts'
import { accounts } from './migrations/0024_accounts.ts'
import { roles } from './migrations/0025_roles.ts'
import { members } from './migrations/0026_members.ts'
import { signInSecurity } from './migrations/0030_sign_in_security.ts'
import { templateChanges } from './migrations/0032_template_changes.ts'
import { approval } from './migrations/0033_approval.ts'
import { crossSiteCopies } from './migrations/0036_cross_site_copies.ts'
import { templateDrafts } from './migrations/0037_template_drafts.ts'
import { notices } from './migrations/0039_notices.ts'
import { editing } from './migrations/0040_editing.ts'
import { approvalDue } from './migrations/0041_approval_due.ts'
import { contentEvents } from './migrations/0042_content_events.ts'
import { forbiddingWords } from './migrations/0043_forbidding_words.ts'
import { followingCopies } from './migrations/0044_following_copies.ts'
import { staticSites } from './migrations/0045_static_sites.ts'
import { redirectsAndLinks } from './migrations/0046_redirects_and_links.ts'
import { operationLog } from './migrations/0048_operation_log.ts'
import { home } from './migrations/0049_home.ts'
import { analytics } from './migrations/0052_analytics.ts'
import { outgoing } from './migrations/0055_outgoing.ts'
import { siteMail } from './migrations/0059_site_mail.ts'
import { siteInbox } from './migrations/0060_site_inbox.ts'
import { phoneCodes } from './migrations/0050_phone_codes.ts'
import { sms } from './migrations/0056_sms.ts'
import { initials } from './migrations/0070_initials.ts'
import { contentExpiry } from './migrations/0071_content_expiry.ts'
import { refusedLines } from './migrations/0072_refused_lines.ts'
import { templateRevisions } from './migrations/0065_template_revisions.ts'
import { wechat } from './migrations/0061_wechat.ts'
import { outgoingCounts } from './migrations/0076_outgoing_counts.ts'
import { contentImports } from './migrations/0084_content_imports.ts'
import { noDisk } from './migrations/0089_no_disk.ts'
import { openTasks } from './migrations/0090_open_tasks.ts'
import { jobIndexes } from './migrations/0092_job_indexes.ts'
import { libraryIndex } from './migrations/0095_library_index.ts'
import { accountSearch } from './migrations/0096_account_search.ts'
import { privateFiles } from './migrations/0110_private_files.ts'
import { staticSchedule } from './migrations/0093_static_schedule.ts'
import { doneTasks } from './migrations/0094_done_tasks.ts'
import { notifications } from './migrations/0091_notifications.ts'
import { templateFiles } from './migrations/0088_template_files.ts'
import { systemMessages } from './migrations/0075_system_messages.ts'
import { apiTokens } from './migrations/0080_api_tokens.ts'
import { webhooks } from './migrations/0081_webhooks.ts'
import { delivery } from './migrations/0082_delivery.ts'
import { siteImports } from './migrations/0086_site_imports.ts'
import { backupMenu } from './migrations/0087_backup_menu.ts'
import { countScript } from './migrations/0105_count_script.ts'
import { approvalVersions } from './migrations/0107_approval_versions.ts'
import { lockSessions } from './migrations/0106_lock_sessions.ts'
import type { Database } from './schema.ts'
import { isContract, postponed } from './twoSteps.ts'

/** In order of their names; one that was released is never edited again. New ones only add, or end with `_contract`. */
export const migrations: Record<string, Migration> = {
  '0001_core': core,
  '0002_templates': templates,
  '0003_sites': sites,
  '0004_columns': columns,
  '0005_dictionaries': dictionaries,
  '0006_template_recycle': templateRecycle,
  '0007_list_order': listOrder,
  '0008_template_saves': templateSaves,
  '0009_uploads': uploads,
  '0010_content': content,
  '0011_labels': labels,
  '0012_sensitive': sensitiveWords,
  '0013_net_worth': netWorth,
  '0014_people': people,
  '0015_upload_attempts': uploadAttempts,
  '0016_content_files': contentFiles,
  '0017_content_attempts': contentAttempts,
  '0018_departments': departments,
  '0019_product_saves': productSaves,
  '0020_upload_owners': uploadOwners,
  '0021_net_worth_owners': netWorthOwners,
  '0023_sign_ins': signIns,
  '0024_accounts': accounts,
  '0025_roles': roles,
  '0026_members': members,
  '0030_sign_in_security': signInSecurity,
  '0032_template_changes': templateChanges,
  '0033_approval': approval,
  '0036_cross_site_copies': crossSiteCopies,
  '0037_template_drafts': templateDrafts,
  '0039_notices': notices,
  '0040_editing': editing,
  '0041_approval_due': approvalDue,
  '0042_content_events': contentEvents,
  '0043_forbidding_words': forbiddingWords,
  '0044_following_copies': followingCopies,
  '0045_static_sites': staticSites,
  '0046_redirects_and_links': redirectsAndLinks,
  '0048_operation_log': operationLog,
  '0049_home': home,
  '0052_analytics': analytics,
  '0050_phone_codes': phoneCodes,
  '0055_outgoing': outgoing,
  '0059_site_mail': siteMail,
  '0060_site_inbox': siteInbox,
  '0056_sms': sms,
  '0061_wechat': wechat,
  '0075_system_messages': systemMessages,
  '0076_outgoing_counts': outgoingCounts,
  '0084_content_imports': contentImports,
  '0088_template_files': templateFiles,
  '0089_no_disk': noDisk,
  '0090_open_tasks': openTasks,
  '0091_notifications': notifications,
  '0092_job_indexes': jobIndexes,
  '0093_static_schedule': staticSchedule,
  '0094_done_tasks': doneTasks,
  '0095_library_index': libraryIndex,
  '0096_account_search': accountSearch,
  '0105_count_script': countScript,
  '0106_lock_sessions': lockSessions,
  '0107_approval_versions': approvalVersions,
  '0110_private_files': privateFiles,
  '0070_initials': initials,
  '0071_content_expiry': contentExpiry,
  '0072_refused_lines': refusedLines,
  '0065_template_revisions': templateRevisions,
  '0080_api_tokens': apiTokens,
  '0081_webhooks': webhooks,
  '0082_delivery': delivery,
  '0086_site_imports': siteImports,
  '0087_backup_menu': backupMenu,
}

/** What a database has been through. */
export interface Standing {
  applied: readonly string[]
  /** Still to be run. */
  pending: readonly string[]
  /** Of a newer program. */
  unknown: readonly string[]
}

/** Looks at the database, changes nothing. @param all the program's migrations */
export async function standing(db: Kysely<Database>, all = migrations): Promise<Standing> {
  // One table is looked for: Kysely's introspection describes them all, which a start and each probe would wait for.
  const there =
    engineOf(db) === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 as name where to_regclass('kysely_migration') is not null`
  const isNew = (await there.execute(db)).rows.length === 0
  const rows = isNew ? [] : (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(all)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}

/** Tables are missing that this program needs; it works before and after a contract migration. */
export const isBehind = ({ pending }: Standing): boolean => pending.some((name) => !isContract(name))

/**
 * What a newer program did that this one can't work with. On PostgreSQL a rolling update has two versions at once: there
 * additions do no harm. The embedded database has one program, and goes back by the copy before the upgrade.
 */
export const beyond = ({ unknown }: Standing, engine: Engine): readonly string[] =>
  engine === 'postgres' ? unknown.filter(isContract) : unknown

/** Refuses data of a newer program, which this one would damage. @throws AppError `unsupported` */
export function refuseNewer(at: Standing, engine: Engine): void {
  const unknown = beyond(at, engine)
  if (unknown.length === 0) return
  throw new AppError(
    'unsupported',
    `数据由更新版本的站匠写成（${unknown.slice(0, 3).join('、')}），这个版本 ${VERSION} 不能打开，也没有改动任何内容。请安装更新的版本，或恢复升级前的备份`,
  )
}

/**
 * Runs missing migrations in one transaction, one process at a time (Kysely's lock).
 * @param all the program's migrations
 * @returns contract migrations that wait until the processes of the former version have ended; the next start runs them
 */
export async function migrate(db: Kysely<Database>, all = migrations): Promise<string[]> {
  const { pending, unknown } = await standing(db, all)
  const waiting = await postponed(db, pending)
  const now = Object.fromEntries(Object.entries(all).filter(([name]) => !waiting.includes(name)))
  const known = Object.fromEntries(unknown.map((name): [string, Migration] => [name, UNKNOWN]))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...now, ...known }) },
    // Numbers have gaps that are filled later: what comes between is run, too.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return waiting
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  throw new Error(`数据库升级失败${failed ? `（${failed}）` : ''}`, { cause: error })
}

/** Of a newer program, and done: Kysely only wants to know that it exists. */
const UNKNOWN: Migration = { up: () => Promise.reject(new Error('this migration belongs to a newer program')) }
