import type { CallContext } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { childPath, parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredEntry } from '#server/storage/templateStore.ts'
import { AppError } from '#shared/errors/index.ts'
import { templateFor, visibleFolders } from '../template/index.ts'
import { open, save } from './edit.ts'
import { changing, entryAt, locateTemplate } from './location.ts'
import { isPage, present } from './present.ts'
import { unzip, upload } from './receive.ts'
import { importZip } from './importZip.ts'
import { download, exportZip } from './tickets.ts'

/** The folders of the templates that the caller may see. */
async function templateFolders(ctx: CallContext): Promise<StoredEntry[]> {
  const { templates } = await storesOf(ctx.deps)
  const own = await visibleFolders(ctx.db, ctx.signed())
  return (await templates.list([])).filter((entry) => entry.kind === 'folder' && own.has(entry.name))
}

/** AppError `conflict` when the name is taken, whatever it is. */
async function requireFree(place: Awaited<ReturnType<typeof locateTemplate>>, name: string): Promise<void> {
  const there = await place.store.stat(childPath(place.path, name))
  if (!there) return
  throw new AppError('conflict', `这里已有名为“${name}”的${there.kind === 'folder' ? '文件夹' : '文件'}，请换一个名称`)
}

export const routes: Routes<'templateFile'> = {
  'templateFile.list': async (ctx, { path }) => {
    if (parsePath(path).length === 0) return (await templateFolders(ctx)).map(present)
    const place = await locateTemplate(ctx, path, 'read')
    return (await place.store.list(place.path)).map(present)
  },

  'templateFile.templateList': async (ctx, { path, templateId }) => {
    if (path !== undefined && parsePath(path).length > 0) {
      const place = await locateTemplate(ctx, path, 'read')
      return (await place.store.list(place.path)).filter(isPage).map(present)
    }
    if (!templateId) {
      if (path !== undefined) return []
      throw new AppError('invalid', '请提供当前路径 path 或模板编号 templateId')
    }
    const { folder } = await templateFor(ctx, { id: templateId }, 'read')
    const { templates } = await storesOf(ctx.deps)
    return (await templates.walk([folder])).filter(isPage).map(present)
  },

  'templateFile.open': open,
  'templateFile.save': save,

  'templateFile.newFile': (ctx, { path, filename }) =>
    changing(ctx, path, 'new', async (place) => {
      await requireFree(place, filename)
      await place.store.write(childPath(place.path, filename), new Uint8Array())
      return null
    }),

  'templateFile.newFolder': (ctx, { path, folderName }) =>
    changing(ctx, path, 'new', async (place) => {
      await requireFree(place, folderName)
      await place.store.makeFolder(childPath(place.path, folderName))
      return null
    }),

  'templateFile.remove': (ctx, { path, deleteFileName }) =>
    changing(ctx, path, 'remove', async (place) => {
      const entry = await entryAt(place, deleteFileName, 'any')
      await place.store.trash(entry.path)
      return null
    }),

  'templateFile.rename': (ctx, { path, sourceFileName, rename }) =>
    changing(ctx, path, 'rename', async (place) => {
      const entry = await entryAt(place, sourceFileName, 'any')
      if (rename !== sourceFileName) await place.store.rename(entry.path, childPath(place.path, rename))
      return null
    }),

  'templateFile.download': download,
  'templateFile.exportZip': exportZip,
  'templateFile.importZip': importZip,
  'templateFile.unzip': unzip,
  'templateFile.upload': upload,
}
