import { z } from 'zod'

/** What only a text message has. */
const extra = z.object({
  templateCode: z.string(),
  signName: z.string(),
  /** Values of the template's variables, in its order. */
  params: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type SmsExtra = z.output<typeof extra>

export const extraOf = (row: { extra: string }): SmsExtra => extra.parse(JSON.parse(row.extra))
