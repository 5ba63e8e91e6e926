import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import { decodeText } from '#server/storage/text.ts'
import type { FileVersion } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireTemplate, type TemplateRow, type TemplateAccess } from '../template/index.ts'

export type RevisionRow = RowOf<'template_revision'>

/** Larger texts are not shown. */
const MAX_TEXT_BYTES = 1024 * 1024

/** Reads a version. @throws AppError `not-found`; `forbidden` without the requested access to its template */
export async function requireRevision(
  ctx: CallContext,
  id: number,
  use: TemplateAccess,
): Promise<{ row: RevisionRow; template: TemplateRow }> {
  const row = await ctx.db.selectFrom('template_revision').selectAll().where('id', '=', id).executeTakeFirst()
  const folder = row && (await findFolder(ctx.db, row.templateId))
  if (!row || folder === undefined) throw new AppError('not-found', '该历史版本不存在，可能已过期，请刷新列表')
  return { row, template: await requireTemplate(ctx, { folder }, use) }
}

/** Drafts have versions too but are only found by folder, not by id. */
const findFolder = async (db: Kysely<Database>, id: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('template')
      .select('folder')
      .where('id', '=', id)
      .where('deleteTime', 'is', null)
      .executeTakeFirst()
  )?.folder

const toFileVersion = (exists: boolean, size: number, bytes: Buffer | null): FileVersion => ({
  exists,
  size,
  text: bytes && bytes.length <= MAX_TEXT_BYTES ? (decodeText(bytes)?.content ?? null) : null,
})
const NO_VERSION = toFileVersion(false, 0, null)

/** Reads the current content of a path and its hash; `none` for no entry. */
export async function readCurrentVersion(
  ctx: CallContext,
  { id }: TemplateRow,
  path: string,
): Promise<{ version: FileVersion; hash: string }> {
  const { templates } = await storesOf(ctx.deps)
  const row = await templates.find(id, path)
  if (!row) return { version: NO_VERSION, hash: 'none' }
  if (row.kind === 'folder') return { version: NO_VERSION, hash: 'folder' }
  const bytes = row.size > MAX_TEXT_BYTES ? null : await templates.read(row)
  return { version: toFileVersion(true, row.size, bytes), hash: row.sha256 }
}

/** Reads the bytes of a version. @throws AppError `not-found` when they are not stored */
export async function readRevisionContent(ctx: CallContext, row: RevisionRow): Promise<Buffer> {
  const { contents } = await storesOf(ctx.deps)
  const bytes = row.kept === 1 ? await contents.readVerified(row.sha256) : null
  if (bytes) return bytes
  throw new AppError('not-found', '该版本的内容未保留，无法查看或还原')
}

/** Reads a version for display. */
export async function readVersion(ctx: CallContext, template: TemplateRow, row: RevisionRow | undefined) {
  if (!row || row.kind === 'remove') return NO_VERSION
  if (row.endTime === null) return (await readCurrentVersion(ctx, template, row.path)).version
  const { size } = row
  const bytes = size > MAX_TEXT_BYTES ? null : await readRevisionContent(ctx, row).catch(() => null)
  return toFileVersion(true, size, bytes)
}
