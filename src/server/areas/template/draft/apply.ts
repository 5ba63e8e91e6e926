import { constants } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CallContext } from '#server/http/context.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { parsePath, type StorePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { Staging, TemplateStore } from '#server/storage/templateStore.ts'
import { distrust, recordPaths, rowsAt } from '../feed/index.ts'
import { type Former, storeFormer, recordRevisions } from '../revision/index.ts'
import { lockTemplate, type TemplateRow } from '../template/index.ts'
import type { Entry } from './compare.ts'
import { movedOn } from './contents.ts'

/** What a path of a template becomes. */
export interface Change {
  path: string
  now: Entry | null
  next: Entry | null
  /** Where the bytes of `next` are, when it is a file: absolute path, or themselves. */
  source: string | Buffer
}

/** Changes whose files wait on the templates' disk. */
export interface StagedChanges {
  changes: readonly Change[]
  staging: Staging
}

/** Copies what comes, checked by its hash. Outside of a transaction: it may take long. AppError `conflict` as movedOn. */
export async function stageChanges(store: TemplateStore, changes: readonly Change[]): Promise<StagedChanges> {
  const staging = await store.stage()
  try {
    for (const { path, next, source } of changes) {
      if (!next) continue
      const file = join(staging.dir, ...parsePath(path))
      await mkdir(next.kind === 'folder' ? file : dirname(file), { recursive: true })
      if (next.kind === 'folder') continue
      if (typeof source === 'string') await copyFile(source, file, constants.COPYFILE_FICLONE).catch(failIfGone)
      else await writeFile(file, source)
      if ((await hashFile(file, 'sha256')) !== next.sha256) throw movedOn()
    }
    await staging.flush()
    return { changes, staging }
  } catch (error) {
    await staging.discard()
    throw error
  }
}

function failIfGone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? movedOn() : error
}

/**
 * Carries staged changes out in one step, in the call's transaction and under the template's lock. AppError `conflict` when
 * its files are at another version than `version`. What is done on the disk counts once a moment with `token` is committed.
 */
export async function applyStaged(
  ctx: CallContext,
  template: TemplateRow,
  version: number,
  { changes, staging }: StagedChanges,
  token: string,
): Promise<void> {
  const stamp = { version: await lockTemplate(ctx.db, template.id), changedBy: ctx.signed().username, machine: '' }
  if (stamp.version !== version + 1) throw movedOn()
  if (changes.length === 0) return
  const { templates: store } = await storesOf(ctx.deps)
  ctx.onRollback(async () => distrust(ctx.deps, template.id))
  const former = await formerOf(ctx, store, template, changes)
  const going = changes.filter(({ now, next }) => now && now.kind !== next?.kind)
  const removed = going.map(({ path }): StorePath => parsePath(path))
  const { undo, settle } = await store.replace(staging, [template.folder], removed, token)
  ctx.onRollback(undo)
  ctx.afterCommit(settle)
  const known = new Map(changes.flatMap(({ path, next }) => (next?.kind === 'file' ? [[path, next.sha256]] : [])))
  const touched = changes.map(({ path }) => [template.folder, ...parsePath(path)])
  const written = []
  for (const { path, next } of changes) {
    const entry = next?.kind === 'file' ? await store.stat([template.folder, ...parsePath(path)]) : null
    if (entry && next) written.push({ entry, sha256: next.sha256 })
  }
  const lost = changes.flatMap(({ path, now, next }) => (now?.kind === 'file' && next?.kind !== 'file' ? [path] : []))
  const author = { by: stamp.changedBy, machine: '', at: ctx.clock.now().getTime(), kind: 'publish' } as const
  await recordRevisions(ctx.db, template.id, { former, written, removed: lost, renamed: [] }, author)
  await recordPaths(ctx.db, store, template.id, touched, stamp, known)
}

/** Keeps what the changes replace and remove. */
async function formerOf(
  { db }: CallContext,
  store: TemplateStore,
  template: TemplateRow,
  changes: readonly Change[],
): Promise<Former[]> {
  const files = changes.filter(({ now }) => now?.kind === 'file')
  const rows = await rowsAt(
    db,
    template.id,
    files.map(({ path }) => path),
  )
  const former: Former[] = []
  for (const { path, now } of files) {
    const entry = await store.stat([template.folder, ...parsePath(path)])
    if (entry?.kind === 'file') former.push(await storeFormer(store, entry, rows.get(path), now?.sha256))
  }
  return former
}
