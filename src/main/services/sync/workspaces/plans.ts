import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/errors/index.ts'

export interface PendingPlan {
  connectionId: string
  folder: string
  templateName: string
  localPath: string
  /** The id of a workspace whose folder was moved; null for a new one. */
  moved: string | null
  signature: string
  /** The folder was proposed, and is made when the plan is agreed to. */
  make: boolean
}

/** A plan that nobody agreed to within this time has to be looked at again, ms. */
const VALID = 30 * 60_000

/** The plans that were shown and not yet agreed to. */
export interface Plans {
  add(plan: PendingPlan): string
  /** Takes the plan out. Error: conflict when it is unknown or too old. */
  take(planId: string): PendingPlan
}

export function createPlans(now: () => number): Plans {
  const plans = new Map<string, PendingPlan & { at: number }>()
  return {
    add(plan) {
      const id = randomUUID()
      plans.set(id, { ...plan, at: now() })
      return id
    },
    take(planId) {
      const plan = plans.get(planId)
      plans.delete(planId)
      if (!plan || now() - plan.at > VALID) throw new AppError('conflict', PLAN_AGAIN)
      return plan
    },
  }
}

export const PLAN_AGAIN = '请重新查看计划：文件在查看计划之后有变化，或计划已过期'
