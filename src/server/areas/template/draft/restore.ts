import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { RestorePointFile } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { findDraft, requireTemplate, type TemplateRow } from '../template/index.ts'
import { applyChanges, type TreeChange, toWrittenEntries } from './apply.ts'
import { type Entry, listParents, isSameEntry, hideImpliedFolders, type Tree } from './compare.ts'
import { createChangedError } from './contents.ts'
import {
  readBase,
  requireRestorePoint,
  insertRestorePoint,
  readRestorePointFiles,
  type RestorePointRow,
  replaceBase,
  toAfterText,
} from './restorePoints.ts'
import { hashStates } from './plan.ts'
import { type Snapshot, readSnapshot } from './tree.ts'

/** Whether the state belongs to the draft, to which it is restored. */
const isOfDraft = ({ kind }: RestorePointRow): boolean => kind === 'draft' || kind === 'discard'

/** A restore point compared with the current files. */
export interface RestorePointComparison {
  moment: RestorePointRow
  /** The template or draft to restore to; null: the draft no longer exists. */
  target: TemplateRow | null
  current: Snapshot
  tree: Tree
  after: ReadonlyMap<string, string>
  signature: string
}

/** @throws AppError `not-found`, `forbidden` */
export async function compareRestorePoint(
  ctx: CallContext,
  id: number,
  use: 'read' | 'write',
): Promise<RestorePointComparison> {
  const moment = await requireRestorePoint(ctx.db, id)
  const live = await requireTemplate(ctx, { id: moment.templateId }, use)
  const target = isOfDraft(moment) ? await findDraft(ctx.db, live.id) : live
  const current = target ? await readSnapshot(ctx.db, target) : { version: 0, tree: new Map<string, Entry>() }
  const { tree, after } = await readRestorePointFiles(ctx.db, id)
  const differences = findDifferingPaths(tree, current.tree).map((path) => [
    path,
    tree.get(path),
    current.tree.get(path),
  ])
  return { moment, target, current, tree, after, signature: hashStates(differences) }
}

/** Paths where the two trees differ. */
const findDifferingPaths = (then: Tree, now: Tree): string[] =>
  [...new Set([...then.keys(), ...now.keys()])]
    .filter((path) => !isSameEntry(then.get(path), now.get(path)))
    .toSorted((a, b) => (a < b ? -1 : 1))

/** Lists the files of the state and those added since, sorted by path. */
export function listFiles({ current, tree, after }: RestorePointComparison): RestorePointFile[] {
  const paths = [...new Set([...tree.keys(), ...current.tree.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  const files = paths.map((path): RestorePointFile => {
    const [then, now] = [tree.get(path) ?? null, current.tree.get(path) ?? null]
    const written = after.get(path)
    return {
      path,
      kind: (then ?? now)?.kind ?? 'file',
      size: (then ?? now)?.size ?? 0,
      state: isSameEntry(then, now) ? 'same' : !now ? 'missing' : !then ? 'added' : 'changed',
      touched: written !== undefined,
      since: written !== undefined && written !== toAfterText(now),
    }
  })
  return hideImpliedFolders(files)
}

/** Restores a state. The changes of an undone publication become unpublished changes of the draft. */
export const restoreFiles: Handler<'templateMoment.restore'> = async (ctx, input) => {
  const { id, signature, whole, undo } = input
  const comparison = await compareRestorePoint(ctx, id, 'write')
  const { moment, target, current, tree } = comparison
  if (!target) throw new AppError('conflict', '该历史记录属于草稿，当前没有草稿。请先新建草稿，再还原到草稿中')
  if (comparison.signature !== signature) throw createChangedError()
  const selectedPaths = whole ? null : addParents(input.paths)
  const paths = findDifferingPaths(tree, current.tree).filter((path) => !selectedPaths || selectedPaths.has(path))
  if (paths.length === 0) throw new AppError('conflict', '所选文件与该历史记录一致，无需还原')
  const changes = paths.map((path): TreeChange => ({
    path,
    now: current.tree.get(path) ?? null,
    next: tree.get(path) ?? null,
  }))
  await requireStoredContents(ctx, changes)
  await applyChanges(ctx, target, current.version, changes)
  const origin = { templateId: moment.templateId, at: ctx.clock.now(), by: ctx.requireSignedIn().username }
  const kind = isOfDraft(moment) ? 'draft' : undo ? 'undo' : 'restore'
  const momentId = await insertRestorePoint(ctx.db, {
    ...origin,
    kind,
    tree: current.tree,
    written: toWrittenEntries(changes),
  })
  if (kind === 'undo' && (await findDraft(ctx.db, moment.templateId)))
    await replaceBase(ctx.db, { ...origin, tree: applyToTree(await readBase(ctx.db, moment.templateId), changes) })
  return { momentId, restored: changes.filter(({ now, next }) => (next ?? now)?.kind === 'file').length }
}

async function requireStoredContents({ deps }: CallContext, changes: readonly TreeChange[]): Promise<void> {
  const { contents } = await storesOf(deps)
  for (const { path, next } of changes)
    if (next?.kind === 'file' && !(await contents.has(next.sha256)))
      throw new AppError('not-found', `“${path}”在该历史记录中的内容已不在服务器上，无法查看或还原`)
}

/** Adds the parent folders, which are created for restored files, or removed when they are empty. */
const addParents = (paths: readonly string[]): Set<string> => new Set([...paths, ...paths.flatMap(listParents)])

function applyToTree(tree: Tree, changes: readonly TreeChange[]): Tree {
  const next = new Map(tree)
  for (const { path, next: entry } of changes) {
    if (entry) next.set(path, entry)
    else next.delete(path)
  }
  return next
}
