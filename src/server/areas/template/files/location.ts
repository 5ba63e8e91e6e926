import type { RevisionKind } from '#server/areas/template/revision/table.ts'
import type { CallContext } from '#server/http/context.ts'
import { childPath, parsePath, type StorePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { AppError } from '#shared/errors/index.ts'
import { distrust, recordingStore, recordPaths } from '../feed/index.ts'
import { revisingStore } from '../revision/index.ts'
import { lockTemplate, templateFor, type TemplateRow, type TemplateUse } from '../template/index.ts'

/** A folder inside a template that the caller may use as asked. */
export interface TemplateLocation {
  template: TemplateRow
  path: StorePath
  store: TemplateStore
}

/** The place of a call's `path`. AppErrors `invalid` for a bad or empty path, `not-found`, `forbidden`. */
export async function locateTemplate(ctx: CallContext, text: string, use: TemplateUse): Promise<TemplateLocation> {
  const path = parsePath(text)
  const [folder] = path
  if (folder === undefined) throw new AppError('invalid', '请先进入一个模板的文件夹，再进行这个操作')
  const template = await templateFor(ctx, { folder }, use)
  return { template, path, store: (await storesOf(ctx.deps)).templates }
}

/**
 * Runs a change of the template's files under its lock, in the call's transaction; keeps what it touched for who follows the
 * template's changes, and what it replaced as versions that came by `kind`. AppError `not-found` when the folder itself is
 * gone: it is not made again by accident.
 */
export async function changing<T>(
  ctx: CallContext,
  text: string,
  kind: RevisionKind,
  change: (place: TemplateLocation) => Promise<T>,
): Promise<T> {
  const place = await locateTemplate(ctx, text, 'write')
  const { id } = place.template
  const version = await lockTemplate(ctx.db, id)
  const folder = await place.store.stat(place.path)
  if (folder?.kind !== 'folder') throw gone(place.path.at(-1) ?? '', '文件夹')
  ctx.onRollback(async () => distrust(ctx.deps, id))
  const revisions = revisingStore(ctx.db, place.store, id)
  const { store, touched } = recordingStore(revisions.store)
  const result = await change({ ...place, store })
  const by = ctx.signed().username
  await revisions.record({ by, machine: '', at: ctx.clock.now().getTime(), kind })
  await recordPaths(ctx.db, place.store, id, touched, { version, changedBy: by, machine: '' })
  return result
}

/** An existing entry of the place. AppErrors `not-found`, `invalid` when it is a folder and a file is asked for. */
export async function entryAt(place: TemplateLocation, name: string, kind: 'file' | 'any'): Promise<StoredEntry> {
  const entry = await place.store.stat(childPath(place.path, name))
  if (!entry) throw gone(name, '文件')
  if (kind === 'file' && entry.kind === 'folder') throw new AppError('invalid', `“${name}”是文件夹，不是文件`)
  return entry
}

const gone = (name: string, kind: string): AppError =>
  new AppError('not-found', `${kind}“${name}”不存在，可能已被删除或改名，请刷新后再试`)
