import type { CallContext } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { childPath, parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateChange } from '#server/storage/templates/change.ts'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { templateFor, visibleFolders } from '../template/index.ts'
import { open, save } from './edit.ts'
import { changing, entryAt, locateTemplate } from './location.ts'
import { isPage, present, presentTemplate } from './present.ts'
import { unzip, upload } from './receive.ts'
import { importZip } from './importZip.ts'
import { download, exportZip } from './tickets.ts'

/** Returns the path of a new entry. @throws AppError `conflict` when the name exists */
async function requireFree(change: TemplateChange, folder: string, name: string): Promise<string> {
  const path = childPath(folder, name)
  const there = await change.find(path)
  if (!there) return path
  throw new AppError(
    'conflict',
    `当前文件夹中已有名为“${name}”的${there.kind === 'folder' ? '文件夹' : '文件'}，请换一个名称`,
  )
}

async function entriesIn(ctx: CallContext, path: string, only: (row: Parameters<typeof isPage>[0]) => boolean) {
  const { files, template, folder } = await locateTemplate(ctx, path, 'read')
  const rows = await files.list(template.id, folder)
  return rows.filter(only).map((row): FileEntry => present(template.folder, row))
}

export const routes: Routes<'templateFile'> = {
  'templateFile.list': async (ctx, { path }) => {
    if (parsePath(path).length > 0) return entriesIn(ctx, path, () => true)
    return (await visibleFolders(ctx.db, ctx.signed())).map(({ folder, time }) => presentTemplate(folder, time))
  },

  'templateFile.templateList': async (ctx, { path, templateId }) => {
    if (path !== undefined && parsePath(path).length > 0) return entriesIn(ctx, path, isPage)
    if (!templateId) {
      if (path !== undefined) return []
      throw new AppError('invalid', '请提供当前路径 path 或模板编号 templateId')
    }
    const { id, folder } = await templateFor(ctx, { id: templateId }, 'read')
    const { templates } = await storesOf(ctx.deps)
    return (await templates.walkInOrder(id)).filter(isPage).map((row) => present(folder, row))
  },

  'templateFile.open': open,
  'templateFile.save': save,

  'templateFile.newFile': (ctx, { path, filename }) =>
    changing(ctx, path, 'new', async (change, { folder }) => {
      await change.writeBytes(await requireFree(change, folder, filename), new Uint8Array())
      return null
    }),

  'templateFile.newFolder': (ctx, { path, folderName }) =>
    changing(ctx, path, 'new', async (change, { folder }) => {
      await change.makeFolder(await requireFree(change, folder, folderName))
      return null
    }),

  'templateFile.remove': (ctx, { path, deleteFileName }) =>
    changing(ctx, path, 'remove', async (change, place) => {
      await change.remove((await entryAt(place, deleteFileName, 'any')).path)
      return null
    }),

  'templateFile.rename': (ctx, { path, sourceFileName, rename }) =>
    changing(ctx, path, 'rename', async (change, place) => {
      const entry = await entryAt(place, sourceFileName, 'any')
      await change.rename(entry.path, childPath(place.folder, rename))
      return null
    }),

  'templateFile.download': download,
  'templateFile.exportZip': exportZip,
  'templateFile.importZip': importZip,
  'templateFile.unzip': unzip,
  'templateFile.upload': upload,
}
