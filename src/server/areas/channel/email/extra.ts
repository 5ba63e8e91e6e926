import { z } from 'zod'

/** What only e-mail has of a message. */
const extra = z.object({
  isMass: z.boolean(),
  attachments: z.array(z.object({ src: z.string(), name: z.string() })),
})
export type EmailExtra = z.output<typeof extra>

export const extraOf = (row: { extra: string }): EmailExtra => extra.parse(JSON.parse(row.extra))
