import { z } from 'zod'

/** Message properties that only e-mail has; stored as JSON in `outgoing.extra`. */
const extraSchema = z.object({
  isMass: z.boolean(),
  attachments: z.array(z.object({ src: z.string(), name: z.string() })),
})
export type EmailExtra = z.output<typeof extraSchema>

export const parseExtra = (row: { extra: string }): EmailExtra => extraSchema.parse(JSON.parse(row.extra))
