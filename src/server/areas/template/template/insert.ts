import { randomBytes } from 'node:crypto'
import type { CallContext, SignedInAccount } from '#server/http/context.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { type AppError, fieldError } from '#shared/errors/index.ts'
import { type TemplateRow, filterVisible } from './repo.ts'

export interface NewTemplate {
  name: string
  folder: string
  templatePic: string
  title: string
  siteId: number
}

/** What insertTemplate needs of a call. */
type InsertContext = Pick<CallContext, 'db' | 'clock'>

/**
 * @throws AppError `conflict` when another template has the folder, ignoring case; it is named only if `who` may see it
 */
export async function requireFreeFolder(
  db: CallContext['db'],
  folder: string,
  { except = 0, who }: { except?: number; who?: SignedInAccount } = {},
): Promise<void> {
  const others = db.selectFrom('template').where('folderKey', '=', nameKey(folder)).where('template.id', '!=', except)
  if (!(await others.select('template.id').executeTakeFirst())) return
  const visibleTemplate = who && (await filterVisible(others, who).select('template.name').executeTakeFirst())
  throw createFolderInUseError(folder, visibleTemplate?.name)
}

export function createFolderInUseError(folder: string, by = ''): AppError {
  const message = `模板文件夹“${folder}”已被${by ? `模板“${by}”` : '另一个模板'}使用，请换一个名称`
  return fieldError('conflict', 'folder', message)
}

/** Random, so that versions of a former template with the same folder can't be confused with those of this one. */
export const createEpoch = (): string => randomBytes(6).toString('hex')

/** Inserts a template without files. Of two concurrent calls for one folder the second is refused. */
export async function insertTemplate(ctx: InsertContext, form: NewTemplate): Promise<TemplateRow> {
  await requireFreeFolder(ctx.db, form.folder)
  const row = await ctx.db
    .insertInto('template')
    .values({
      ...form,
      folderKey: nameKey(form.folder),
      sort: 0,
      version: 1,
      createTime: ctx.clock.now().getTime(),
      feedEpoch: createEpoch(),
    })
    .onConflict((conflict) => conflict.column('folderKey').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw createFolderInUseError(form.folder)
  return { ...row, siteIds: [] }
}
