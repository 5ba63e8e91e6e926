import type { CallContext } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { childPath, parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateChange } from '#server/storage/templates/templateChange.ts'
import type { FileEntry } from '#shared/contract/templateFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireTemplate, readVisibleFolders } from '../template/index.ts'
import { open, save } from './edit.ts'
import { changeInFolder, requireEntry, locateTemplate } from './location.ts'
import { isHtmlPage, present, presentTemplate } from './present.ts'
import { unzip, upload } from './receive.ts'
import { importZip } from './importZip.ts'
import { download, exportZip } from './tickets.ts'

/** Returns the path of a new entry. @throws AppError `conflict` when the name exists */
async function requireFreePath(change: TemplateChange, folder: string, name: string): Promise<string> {
  const path = childPath(folder, name)
  const existing = await change.find(path)
  if (!existing) return path
  throw new AppError(
    'conflict',
    `当前文件夹中已有名为“${name}”的${existing.kind === 'folder' ? '文件夹' : '文件'}，请换一个名称`,
  )
}

async function listEntries(ctx: CallContext, path: string, only: (row: Parameters<typeof isHtmlPage>[0]) => boolean) {
  const { files, template, folder } = await locateTemplate(ctx, path, 'read')
  const rows = await files.list(template.id, folder)
  return rows.filter(only).map((row): FileEntry => present(template.folder, row))
}

export const routes: Routes<'templateFile'> = {
  'templateFile.list': async (ctx, { path }) => {
    if (parsePath(path).length > 0) return listEntries(ctx, path, () => true)
    return (await readVisibleFolders(ctx.db, ctx.requireSignedIn())).map(({ folder, time }) =>
      presentTemplate(folder, time),
    )
  },

  'templateFile.templateList': async (ctx, { path, templateId }) => {
    if (path !== undefined && parsePath(path).length > 0) return listEntries(ctx, path, isHtmlPage)
    if (!templateId) {
      if (path !== undefined) return []
      throw new AppError('invalid', '请提供当前路径 path 或模板编号 templateId')
    }
    const { id, folder } = await requireTemplate(ctx, { id: templateId }, 'read')
    const { templates } = await storesOf(ctx.deps)
    return (await templates.walkInOrder(id)).filter(isHtmlPage).map((row) => present(folder, row))
  },

  'templateFile.open': open,
  'templateFile.save': save,

  'templateFile.newFile': (ctx, { path, filename }) =>
    changeInFolder(ctx, path, 'new', async (change, { folder }) => {
      await change.writeBytes(await requireFreePath(change, folder, filename), new Uint8Array())
      return null
    }),

  'templateFile.newFolder': (ctx, { path, folderName }) =>
    changeInFolder(ctx, path, 'new', async (change, { folder }) => {
      await change.makeFolder(await requireFreePath(change, folder, folderName))
      return null
    }),

  'templateFile.remove': (ctx, { path, deleteFileName }) =>
    changeInFolder(ctx, path, 'remove', async (change, place) => {
      await change.remove((await requireEntry(place, deleteFileName, 'any')).path)
      return null
    }),

  'templateFile.rename': (ctx, { path, sourceFileName, rename }) =>
    changeInFolder(ctx, path, 'rename', async (change, place) => {
      const entry = await requireEntry(place, sourceFileName, 'any')
      await change.rename(entry.path, childPath(place.folder, rename))
      return null
    }),

  'templateFile.download': download,
  'templateFile.exportZip': exportZip,
  'templateFile.importZip': importZip,
  'templateFile.unzip': unzip,
  'templateFile.upload': upload,
}
