import type { CallContext } from '#server/http/context.ts'
import { port } from '#server/port.ts'

/** What columns ask of the workflows that they are linked with. */
export interface Workflows {
  /**
   * @throws AppError `not-found` when the site has no such workflow, `conflict` when nobody would have to agree in it
   */
  requireUsable(ctx: CallContext, siteId: number, id: number): Promise<{ title: string; revocability: boolean }>
}

export const workflows = port<Workflows>('workflows of columns')
