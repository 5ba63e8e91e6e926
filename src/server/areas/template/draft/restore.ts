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

/** States of the draft go back to the draft. */
const isOfDraft = ({ kind }: MomentRow): boolean => kind === 'draft' || kind === 'discard'

/** A moment beside what is there now. */
export interface MomentComparison {
  moment: MomentRow
  /** What it is put back into; null: it was the draft's, and there is none now. */
  target: TemplateRow | null
  current: Snapshot
  tree: Tree
  after: ReadonlyMap<string, string>
  signature: string
}

/** AppErrors `not-found`, `forbidden`. */
export async function compareMoment(ctx: CallContext, id: number, use: 'read' | 'write'): Promise<MomentComparison> {
  const moment = await findMoment(ctx.db, id)
  const live = await templateFor(ctx, { id: moment.templateId }, use)
  const target = isOfDraft(moment) ? await findDraft(ctx.db, live.id) : live
  const current = target ? await readSnapshot(ctx.db, target) : { version: 0, tree: new Map<string, Entry>() }
  const { tree, after } = await momentFiles(ctx.db, id)
  const differing = pathsOf(tree, current.tree).map((path) => [path, tree.get(path), current.tree.get(path)])
  return { moment, target, current, tree, after, signature: signed(differing) }
}

/** Where the two differ. */
const pathsOf = (then: Tree, now: Tree): string[] =>
  [...new Set([...then.keys(), ...now.keys()])]
    .filter((path) => !sameEntry(then.get(path), now.get(path)))
    .toSorted((a, b) => (a < b ? -1 : 1))

/** All files of the state, and those that came since, by path. */
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

/** Puts a state back, as publish does; an undone publication stands in the draft as not published. */
export const restore: Handler<'templateMoment.restore'> = async (ctx, input) => {
  const { id, signature, whole, undo } = input
  const look = await compareMoment(ctx, id, 'write')
  const { moment, target, current, tree } = look
  if (!target) throw new AppError('conflict', '这是草稿当时的内容，而现在没有草稿。请先新建草稿，再把它放回草稿里')
  if (look.signature !== signature) throw movedOn()
  const wanted = whole ? null : withParents(input.paths)
  const paths = pathsOf(tree, current.tree).filter((path) => !wanted || wanted.has(path))
  if (paths.length === 0) throw new AppError('conflict', '选中的文件现在就是那时的样子，没有需要放回的')
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
      throw new AppError('not-found', `“${path}”当时的内容已经不在服务器上，不能查看或放回`)
}

/** With the folders above: they come with a file that needs them, and go, when they are empty, with what came in them. */
const withParents = (paths: readonly string[]): Set<string> => new Set([...paths, ...paths.flatMap(parentsOf)])

function changed(tree: Tree, changes: readonly Change[]): Tree {
  const next = new Map(tree)
  for (const { path, next: entry } of changes) {
    if (entry) next.set(path, entry)
    else next.delete(path)
  }
  return next
}
