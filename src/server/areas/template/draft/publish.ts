import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Prepared } from '#server/http/routes.ts'
import { parsePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateStore } from '#server/storage/templateStore.ts'
import { templateFor, type TemplateRow } from '../template/index.ts'
import { applyStaged, type Change, stageChanges } from './apply.ts'
import { type Entry, sameEntry } from './compare.ts'
import { storeContents, movedOn } from './contents.ts'
import { draftOf } from './create.ts'
import { insertMoment, setBase } from './moments.ts'
import { type Outcome, outcomesOf, planOf } from './plan.ts'
import { treeOf } from './trees.ts'

/**
 * Template and draft both become what the plan says, each in one step. The states before are kept first, then the files are
 * staged, and only then the locks are taken: if a file has changed by then, nothing is done.
 */
export const publish = new Prepared<'templateDraft.publish'>(async (outside, { id, signature, answers }) => {
  const live = await templateFor(outside, { id }, 'write')
  const draft = await draftOf(outside, id)
  const plan = await planOf(outside.deps, live, draft, true)
  if (plan.signature !== signature) throw movedOn()
  const outcomes = outcomesOf(plan.steps, answers)
  const { templates: store } = await storesOf(outside.deps)
  await storeContents(store, live.folder, plan.sides.live)
  await storeContents(store, draft.folder, plan.sides.draft)
  await keepMerged(store, outcomes)
  const toLive = await stageChanges(store, await changesOf(store, outcomes, live, draft, 'live'))
  outside.onRollback(toLive.staging.discard)
  const toDraft = await stageChanges(store, await changesOf(store, outcomes, live, draft, 'draft'))
  outside.onRollback(toDraft.staging.discard)
  return async (ctx) => {
    // Held now: the permission may have been withdrawn since.
    await templateFor(ctx, { id }, 'write')
    const token = randomUUID()
    const made = { templateId: id, at: ctx.clock.now(), by: ctx.signed().username, token }
    await applyStaged(ctx, live, plan.liveVersion, toLive, token)
    await applyStaged(ctx, draft, plan.draftVersion, toDraft, token)
    if (toDraft.changes.length > 0)
      await insertMoment(ctx.db, {
        ...made,
        kind: 'draft',
        tree: plan.sides.draft,
        written: writtenOf(toDraft.changes),
      })
    const momentId =
      toLive.changes.length === 0
        ? 0
        : await insertMoment(ctx.db, {
            ...made,
            kind: 'publish',
            tree: plan.sides.live,
            written: writtenOf(toLive.changes),
          })
    await setBase(ctx.db, { ...made, tree: await treeOf(ctx.db, id) })
    await toLive.staging.discard()
    await toDraft.staging.discard()
    return { momentId, published: toLive.changes.length, taken: toDraft.changes.length }
  }
})

async function keepMerged(store: TemplateStore, outcomes: readonly Outcome[]): Promise<void> {
  const staging = await store.stage()
  try {
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.from !== 'merged') continue
      const file = join(staging.dir, String(at))
      await writeFile(file, outcome.bytes)
      await store.kept.keep(file, outcome.entry.sha256)
    }
  } finally {
    await staging.discard()
  }
}

export const writtenOf = (changes: readonly Change[]): Map<string, Entry | null> =>
  new Map(changes.map(({ path, next }) => [path, next]))

/** What one side lacks of the outcomes. */
async function changesOf(
  store: TemplateStore,
  outcomes: readonly Outcome[],
  live: TemplateRow,
  draft: TemplateRow,
  side: 'live' | 'draft',
): Promise<Change[]> {
  const changes: Change[] = []
  for (const outcome of outcomes) {
    const { path, step, entry: next } = outcome
    const now = step[side]
    if (sameEntry(now, next)) continue
    changes.push({ path, now, next, source: await sourceOf(store, outcome, live, draft) })
  }
  return changes
}

async function sourceOf(
  store: TemplateStore,
  outcome: Outcome,
  live: TemplateRow,
  draft: TemplateRow,
): Promise<string | Buffer> {
  if (outcome.from === 'merged') return outcome.bytes
  if (outcome.entry?.kind !== 'file') return ''
  const { folder } = outcome.from === 'live' ? live : draft
  return store.locate([folder, ...parsePath(outcome.path)])
}
