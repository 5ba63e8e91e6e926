import type { Kysely } from 'kysely'
import { countRows } from '#server/db/countRows.ts'
import type { Database } from '#server/db/schema.ts'
import { contains } from '#server/db/search.ts'
import type { SignedInAccount } from '#server/http/context.ts'
import { parseRangeStart, parseRangeEnd } from '#server/http/dateFilter.ts'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { type AttachmentRow, FILES_PREFIX, present, toContentVersion } from '../attachment/attachments.ts'
import { THUMBS_PREFIX } from '../store/thumbs.ts'
import { createVisibilityFilter } from './scope.ts'

export interface LibraryFilter {
  /** Empty: all. */
  materialType: UploadKind | ''
  /** Part of the file name. */
  key: string
  /** `yyyy-MM-dd[ HH:mm:ss]`, both included; empty: open. */
  startTime: string
  endTime: string
  page: number
  size: number
}

type LibraryRow = AttachmentRow & { username: string | null }

/** Registered uploads. */
const queryLibrary = (db: Kysely<Database>) =>
  db
    .selectFrom('attachment')
    // A literal, so that the partial index of the library applies.
    .where((eb) => eb('isRegistered', '=', eb.lit(1)))
    .where('expireTime', 'is', null)

/** A page of the library as the caller may see it, newest first, with the total. */
export async function findItems(db: Kysely<Database>, who: SignedInAccount, filter: LibraryFilter) {
  let items = queryLibrary(db).where(createVisibilityFilter(who))
  const { materialType, key } = filter
  if (materialType) items = items.where('kind', '=', materialType)
  if (key) items = items.where((eb) => contains([eb.ref('oldName')], key))
  const from = parseRangeStart(filter.startTime)
  const to = parseRangeEnd(filter.endTime)
  if (from !== undefined) items = items.where('attachment.createTime', '>=', from)
  if (to !== undefined) items = items.where('attachment.createTime', '<=', to)
  const total = await countRows(items)
  const listed = items.leftJoin('account', 'account.id', 'attachment.accountId').selectAll('attachment')
  const rows = await listed
    .select('account.username')
    .orderBy('attachment.id', 'desc')
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute()
  return { rows: rows.map(presentItem), total }
}

export async function findItem(db: Kysely<Database>, id: number): Promise<LibraryItem | null> {
  const row: LibraryRow | undefined = await queryLibrary(db)
    .leftJoin('account', 'account.id', 'attachment.accountId')
    .selectAll('attachment')
    .select('account.username')
    .where('attachment.id', '=', id)
    .executeTakeFirst()
  return row ? presentItem(row) : null
}

const presentItem = (row: LibraryRow): LibraryItem => ({
  ...present(row),
  kind: row.kind as UploadKind,
  fileSizeString: formatBytes(row.size),
  thumbPath:
    row.imageWidth > 0 ? `${THUMBS_PREFIX}${row.accessPath.slice(FILES_PREFIX.length)}?v=${toContentVersion(row)}` : '',
  createDate: formatDateTime(row.createTime),
  createdBy: row.username ?? '',
})
