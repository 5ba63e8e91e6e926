import type { RevisionKind } from '#server/areas/template/revision/table.ts'
import type { CallContext } from '#server/http/context.ts'
import { childPath, parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateChange } from '#server/storage/templates/templateChange.ts'
import type { TemplateFiles } from '#server/storage/templates/templateFiles.ts'
import { type FileRow, nameOf } from '#server/storage/templates/rows.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireTemplate, type TemplateRow, type TemplateAccess } from '../template/index.ts'
import { changeFiles } from '../revision/index.ts'

/** A folder inside a template, with the requested access checked. */
export interface TemplateLocation {
  template: TemplateRow
  /** Path inside the template; '': its root. */
  folder: string
  files: TemplateFiles
}

/** Resolves a call's `path`. @throws AppError `invalid` for a malformed or empty path, `not-found`, `forbidden` */
export async function locateTemplate(ctx: CallContext, text: string, use: TemplateAccess): Promise<TemplateLocation> {
  const [first, ...names] = parsePath(text)
  if (first === undefined) throw new AppError('invalid', '请先进入一个模板的文件夹，再执行该操作')
  const template = await requireTemplate(ctx, { folder: first }, use)
  return { template, folder: names.join('/').normalize('NFC'), files: (await storesOf(ctx.deps)).templates }
}

/**
 * Runs a change in a folder of a template with changeFiles.
 * @throws AppError `not-found` when the folder is missing, so that it is not recreated by accident
 */
export async function changeInFolder<T>(
  ctx: CallContext,
  text: string,
  kind: RevisionKind,
  work: (change: TemplateChange, place: TemplateLocation) => Promise<T>,
): Promise<T> {
  const place = await locateTemplate(ctx, text, 'write')
  const { template, folder } = place
  return changeFiles(ctx, template.id, { kind }, async (change) => {
    if (folder !== '' && (await change.find(folder))?.kind !== 'folder')
      throw createMissingError(nameOf(folder), '文件夹')
    return work(change, place)
  })
}

/** Reads an existing entry. @throws AppError `not-found`; `invalid` for a folder when a file is required */
export async function requireEntry(
  { template, folder, files }: TemplateLocation,
  name: string,
  kind: 'file' | 'any',
): Promise<FileRow> {
  const entry = await files.find(template.id, childPath(folder, name))
  if (!entry) throw createMissingError(name, '文件')
  if (kind === 'file' && entry.kind === 'folder') throw new AppError('invalid', `“${name}”是文件夹，不是文件`)
  return entry
}

const createMissingError = (name: string, kind: string): AppError =>
  new AppError('not-found', `${kind}“${name}”不存在，可能已被删除或改名，请刷新后再试`)
