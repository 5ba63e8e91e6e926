import { createHash } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { DraftChange } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import type { TemplateRow } from '../template/index.ts'
import {
  type Difference,
  findDifferences,
  type Entry,
  hideImpliedFolders,
  type Sides,
  type DraftWay,
} from './compare.ts'
import { readComparableBytes, mergeBytes } from './contents.ts'
import { readBase } from './restorePoints.ts'
import { readSnapshot } from './tree.ts'

/** One path of a publication plan. */
export interface PlanStep extends Difference {
  way: DraftWay
  /** The merged bytes for way `merge`. */
  merged: Buffer | null
}

export interface Plan {
  sides: Sides
  liveVersion: number
  draftVersion: number
  steps: PlanStep[]
  /** Equal for equal plans, so that a confirmation applies to exactly this plan. */
  signature: string
}

/** Plans a publication. */
export async function createPlan({ db, deps }: CallContext, live: TemplateRow, draft: TemplateRow): Promise<Plan> {
  const ours = await readSnapshot(db, live)
  const theirs = await readSnapshot(db, draft)
  const sides = { base: await readBase(db, live.id), live: ours.tree, draft: theirs.tree }
  const steps: PlanStep[] = []
  const { contents } = await storesOf(deps)
  for (const difference of findDifferences(sides)) {
    const { path, by, base, live: one, draft: other } = difference
    if (by !== 'both') {
      steps.push({ ...difference, way: by === 'draft' ? 'publish' : 'take', merged: null })
      continue
    }
    const merged = mergeBytes(
      path,
      await readComparableBytes(contents, base),
      await readComparableBytes(contents, one),
      await readComparableBytes(contents, other),
    )
    steps.push({ ...difference, way: merged ? 'merge' : 'ask', merged })
  }
  return { sides, liveVersion: ours.version, draftVersion: theirs.version, steps, signature: computeSignature(steps) }
}

const computeSignature = (steps: readonly Difference[]): string =>
  hashStates(steps.map(({ path, base, live, draft }) => [path, base, live, draft]))

/** Hashes a list of states, so that a confirmation applies to exactly these. */
export const hashStates = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Converts the steps for the dialog: the change on the side that does not have it yet. */
export function present(steps: readonly PlanStep[]): DraftChange[] {
  return hideImpliedFolders(
    steps.map(({ path, way, live, draft }) => {
      const [from, to] = way === 'take' ? [draft, live] : [live, draft]
      return {
        path,
        kind: (to ?? from)?.kind ?? 'file',
        way,
        change: !from ? ('added' as const) : !to ? ('removed' as const) : ('changed' as const),
        draftSize: draft?.size ?? 0,
        liveSize: live?.size ?? 0,
      }
    }),
  )
}

/** The state of a path on both sides after the publication. */
export type Outcome = { path: string; step: PlanStep } & (
  { from: 'draft' | 'live'; entry: Entry | null } | { from: 'merged'; entry: Entry; bytes: Buffer }
)

/** Resolves the steps with the chosen answers. @throws AppError `conflict` while a choice is missing */
export function resolveOutcomes(
  steps: readonly PlanStep[],
  answers: readonly { path: string; take: 'draft' | 'live' }[],
): Outcome[] {
  const chosen = new Map(answers.map(({ path, take }) => [path, take]))
  const unanswered = steps.filter(({ way, path }) => way === 'ask' && !chosen.has(path))
  if (unanswered.length > 0)
    throw new AppError(
      'conflict',
      `有 ${unanswered.length} 个文件在线上和草稿中都有修改（${unanswered[0]?.path ?? ''}${unanswered.length > 1 ? ' 等' : ''}），请先逐个选择要保留的版本`,
    )
  return steps.map((step): Outcome => {
    const { path, way, merged } = step
    if (merged) {
      const sha256 = createHash('sha256').update(merged).digest('hex')
      return { path, step, from: 'merged', entry: { kind: 'file', sha256, size: merged.length }, bytes: merged }
    }
    const from = way === 'take' ? 'live' : way === 'publish' ? 'draft' : (chosen.get(path) ?? 'live')
    return { path, step, from, entry: step[from] }
  })
}
