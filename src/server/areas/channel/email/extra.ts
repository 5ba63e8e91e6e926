import { z } from 'zod'

/** Message properties that only e-mail has; stored as JSON in `outgoing.extra`. */
const extra = z.object({
  isMass: z.boolean(),
  attachments: z.array(z.object({ src: z.string(), name: z.string() })),
})
export type EmailExtra = z.output<typeof extra>

export const extraOf = (row: { extra: string }): EmailExtra => extra.parse(JSON.parse(row.extra))
