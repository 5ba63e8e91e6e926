import { PreparedHandler } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { requireTemplate } from '../template/index.ts'
import { applyChanges, type TreeChange, toWrittenEntries } from './apply.ts'
import { isSameEntry } from './compare.ts'
import { createChangedError } from './contents.ts'
import { requireDraft } from './create.ts'
import { insertRestorePoint, replaceBase } from './restorePoints.ts'
import { type Outcome, resolveOutcomes, createPlan } from './plan.ts'
import { readTree } from './tree.ts'

/**
 * Publishes a draft: applies the plan to template and draft, each in one step, and saves their former states as restore
 * points. The locks are acquired after the comparison; if a file has changed by then, nothing is applied.
 */
export const publishDraft = new PreparedHandler<'templateDraft.publish'>(
  async (callCtx, { id, signature, answers }) => {
    const live = await requireTemplate(callCtx, { id }, 'write')
    const draft = await requireDraft(callCtx, id)
    const plan = await createPlan(callCtx, live, draft)
    if (plan.signature !== signature) throw createChangedError()
    const outcomes = resolveOutcomes(plan.steps, answers)
    const { contents } = await storesOf(callCtx.deps)
    const merged = outcomes.filter((outcome) => outcome.from === 'merged')
    await contents.putBytes(merged.map(({ entry, bytes }) => ({ sha256: entry.sha256, bytes })))
    const [toLive, toDraft] = [toChanges(outcomes, 'live'), toChanges(outcomes, 'draft')]
    return async (ctx) => {
      // Checked again under the lock, because the permission may have been withdrawn.
      await requireTemplate(ctx, { id }, 'write')
      const origin = { templateId: id, at: ctx.clock.now(), by: ctx.requireSignedIn().username }
      await applyChanges(ctx, live, plan.liveVersion, toLive)
      await applyChanges(ctx, draft, plan.draftVersion, toDraft)
      if (toDraft.length > 0)
        await insertRestorePoint(ctx.db, {
          ...origin,
          kind: 'draft',
          tree: plan.sides.draft,
          written: toWrittenEntries(toDraft),
        })
      const momentId =
        toLive.length === 0
          ? 0
          : await insertRestorePoint(ctx.db, {
              ...origin,
              kind: 'publish',
              tree: plan.sides.live,
              written: toWrittenEntries(toLive),
            })
      await replaceBase(ctx.db, { ...origin, tree: await readTree(ctx.db, id) })
      return { momentId, published: toLive.length, taken: toDraft.length }
    }
  },
)

/** The changes that bring one side to the outcomes. */
function toChanges(outcomes: readonly Outcome[], side: 'live' | 'draft'): TreeChange[] {
  const changes: TreeChange[] = []
  for (const { path, step, entry: next } of outcomes) {
    const now = step[side]
    if (!isSameEntry(now, next)) changes.push({ path, now, next })
  }
  return changes
}
