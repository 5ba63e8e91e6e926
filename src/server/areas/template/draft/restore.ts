import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { MomentFile } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { findDraft, templateFor, type TemplateRow } from '../template/index.ts'
import { applyChanges, type Change, writtenOf } from './apply.ts'
import { type Entry, parentsOf, sameEntry, shownOf, type Tree } from './compare.ts'
import { movedOn } from './contents.ts'
import { baseOf, findMoment, insertMoment, momentFiles, type MomentRow, setBase, textOf } from './moments.ts'
import { signed } from './plan.ts'
import { type Snapshot, readSnapshot } from './tree.ts'

/** Whether the state belongs to the draft, to which it is restored. */
const isOfDraft = ({ kind }: MomentRow): boolean => kind === 'draft' || kind === 'discard'

/** A restore point compared with the current files. */
export interface MomentComparison {
  moment: MomentRow
  /** The template or draft to restore to; null: the draft no longer exists. */
  target: TemplateRow | null
  current: Snapshot
  tree: Tree
  after: ReadonlyMap<string, string>
  signature: string
}

/** @throws AppError `not-found`, `forbidden` */
export async function compareMoment(ctx: CallContext, id: number, use: 'read' | 'write'): Promise<MomentComparison> {
  const moment = await findMoment(ctx.db, id)
  const live = await templateFor(ctx, { id: moment.templateId }, use)
  const target = isOfDraft(moment) ? await findDraft(ctx.db, live.id) : live
  const current = target ? await readSnapshot(ctx.db, target) : { version: 0, tree: new Map<string, Entry>() }
  const { tree, after } = await momentFiles(ctx.db, id)
  const differing = pathsOf(tree, current.tree).map((path) => [path, tree.get(path), current.tree.get(path)])
  return { moment, target, current, tree, after, signature: signed(differing) }
}

/** Paths where the two trees differ. */
const pathsOf = (then: Tree, now: Tree): string[] =>
  [...new Set([...then.keys(), ...now.keys()])]
    .filter((path) => !sameEntry(then.get(path), now.get(path)))
    .toSorted((a, b) => (a < b ? -1 : 1))

/** Lists the files of the state and those added since, sorted by path. */
export function filesOf({ current, tree, after }: MomentComparison): MomentFile[] {
  const paths = [...new Set([...tree.keys(), ...current.tree.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  const files = paths.map((path): MomentFile => {
    const [then, now] = [tree.get(path) ?? null, current.tree.get(path) ?? null]
    const written = after.get(path)
    return {
      path,
      kind: (then ?? now)?.kind ?? 'file',
      size: (then ?? now)?.size ?? 0,
      state: sameEntry(then, now) ? 'same' : !now ? 'missing' : !then ? 'added' : 'changed',
      touched: written !== undefined,
      since: written !== undefined && written !== textOf(now),
    }
  })
  return shownOf(files)
}

/** Restores a state. The changes of an undone publication become unpublished changes of the draft. */
export const restore: Handler<'templateMoment.restore'> = async (ctx, input) => {
  const { id, signature, whole, undo } = input
  const look = await compareMoment(ctx, id, 'write')
  const { moment, target, current, tree } = look
  if (!target) throw new AppError('conflict', '该历史记录属于草稿，当前没有草稿。请先新建草稿，再还原到草稿中')
  if (look.signature !== signature) throw movedOn()
  const wanted = whole ? null : withParents(input.paths)
  const paths = pathsOf(tree, current.tree).filter((path) => !wanted || wanted.has(path))
  if (paths.length === 0) throw new AppError('conflict', '所选文件与该历史记录一致，无需还原')
  const changes = paths.map((path): Change => ({
    path,
    now: current.tree.get(path) ?? null,
    next: tree.get(path) ?? null,
  }))
  await requireContents(ctx, changes)
  await applyChanges(ctx, target, current.version, changes)
  const made = { templateId: moment.templateId, at: ctx.clock.now(), by: ctx.signed().username }
  const kind = isOfDraft(moment) ? 'draft' : undo ? 'undo' : 'restore'
  const momentId = await insertMoment(ctx.db, { ...made, kind, tree: current.tree, written: writtenOf(changes) })
  if (kind === 'undo' && (await findDraft(ctx.db, moment.templateId)))
    await setBase(ctx.db, { ...made, tree: changed(await baseOf(ctx.db, moment.templateId), changes) })
  return { momentId, restored: changes.filter(({ now, next }) => (next ?? now)?.kind === 'file').length }
}

async function requireContents({ deps }: CallContext, changes: readonly Change[]): Promise<void> {
  const { contents } = await storesOf(deps)
  for (const { path, next } of changes)
    if (next?.kind === 'file' && !(await contents.has(next.sha256)))
      throw new AppError('not-found', `“${path}”在该历史记录中的内容已不在服务器上，无法查看或还原`)
}

/** Adds the parent folders, which are created for restored files, or removed when they are empty. */
const withParents = (paths: readonly string[]): Set<string> => new Set([...paths, ...paths.flatMap(parentsOf)])

function changed(tree: Tree, changes: readonly Change[]): Tree {
  const next = new Map(tree)
  for (const { path, next: entry } of changes) {
    if (entry) next.set(path, entry)
    else next.delete(path)
  }
  return next
}
