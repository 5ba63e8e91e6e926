import { Prepared } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { templateFor } from '../template/index.ts'
import { applyChanges, type Change, writtenOf } from './apply.ts'
import { sameEntry } from './compare.ts'
import { movedOn } from './contents.ts'
import { draftOf } from './create.ts'
import { insertMoment, setBase } from './moments.ts'
import { type Outcome, outcomesOf, planOf } from './plan.ts'
import { treeOf } from './tree.ts'

/**
 * Publishes a draft: applies the plan to template and draft, each in one step, and saves their former states as restore
 * points. The locks are acquired after the comparison; if a file has changed by then, nothing is applied.
 */
export const publish = new Prepared<'templateDraft.publish'>(async (outside, { id, signature, answers }) => {
  const live = await templateFor(outside, { id }, 'write')
  const draft = await draftOf(outside, id)
  const plan = await planOf(outside, live, draft)
  if (plan.signature !== signature) throw movedOn()
  const outcomes = outcomesOf(plan.steps, answers)
  const { contents } = await storesOf(outside.deps)
  const merged = outcomes.filter((outcome) => outcome.from === 'merged')
  await contents.putBytes(merged.map(({ entry, bytes }) => ({ sha256: entry.sha256, bytes })))
  const [toLive, toDraft] = [changesOf(outcomes, 'live'), changesOf(outcomes, 'draft')]
  return async (ctx) => {
    // Checked again under the lock, because the permission may have been withdrawn.
    await templateFor(ctx, { id }, 'write')
    const made = { templateId: id, at: ctx.clock.now(), by: ctx.signed().username }
    await applyChanges(ctx, live, plan.liveVersion, toLive)
    await applyChanges(ctx, draft, plan.draftVersion, toDraft)
    if (toDraft.length > 0)
      await insertMoment(ctx.db, { ...made, kind: 'draft', tree: plan.sides.draft, written: writtenOf(toDraft) })
    const momentId =
      toLive.length === 0
        ? 0
        : await insertMoment(ctx.db, { ...made, kind: 'publish', tree: plan.sides.live, written: writtenOf(toLive) })
    await setBase(ctx.db, { ...made, tree: await treeOf(ctx.db, id) })
    return { momentId, published: toLive.length, taken: toDraft.length }
  }
})

/** The changes that bring one side to the outcomes. */
function changesOf(outcomes: readonly Outcome[], side: 'live' | 'draft'): Change[] {
  const changes: Change[] = []
  for (const { path, step, entry: next } of outcomes) {
    const now = step[side]
    if (!sameEntry(now, next)) changes.push({ path, now, next })
  }
  return changes
}
