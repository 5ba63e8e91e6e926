import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'

export interface PendingPlan {
  connectionId: string
  folder: string
  templateName: string
  localPath: string
  /** The id of a workspace whose folder was moved; null for a new workspace. */
  moved: string | null
  signature: string
  /** The folder was proposed and is created when the plan is confirmed. */
  make: boolean
}

/** ms. An older plan must be shown again. */
const VALID_MS = 30 * 60_000

/** Plans that were shown and not yet confirmed. */
export interface Plans {
  add(plan: PendingPlan): string
  /** Removes and returns the plan. Error: conflict when it is unknown or too old. */
  consume(planId: string): PendingPlan
}

export function createPlans(now: () => number): Plans {
  const plans = new Map<string, PendingPlan & { at: number }>()
  return {
    add(plan) {
      const id = randomUUID()
      plans.set(id, { ...plan, at: now() })
      return id
    },
    consume(planId) {
      const plan = plans.get(planId)
      plans.delete(planId)
      if (!plan || now() - plan.at > VALID_MS) throw new AppError('conflict', PLAN_OUTDATED_TEXT)
      return plan
    },
  }
}

export const PLAN_OUTDATED_TEXT = '请重新查看计划：文件在查看计划之后有变化，或计划已过期'
