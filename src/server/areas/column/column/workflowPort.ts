import type { CallContext } from '#server/http/context.ts'
import { createPort } from '#server/port.ts'

/** What the column area needs from the workflows that columns link to. */
export interface Workflows {
  /** @throws AppError `not-found` when the site has no such workflow, `conflict` when the workflow has no node */
  requireUsable(ctx: CallContext, siteId: number, id: number): Promise<{ title: string; revocability: boolean }>
}

export const workflows = createPort<Workflows>('workflows of columns')
