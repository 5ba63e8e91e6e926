import { z } from 'zod'

/** What only a text message has. */
const extra = z.object({
  templateCode: z.string(),
  signName: z.string(),
  /** Values of the template's variables, in its order. */
  params: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Of all recipients together; 0: not counted. */
  segments: z.number().default(0),
  /** Of one segment when the message was made, in 1/10000 yuan; 0: not said. */
  price: z.number().default(0),
})
export type SmsExtra = z.output<typeof extra>

export const extraOf = (row: { extra: string }): SmsExtra => extra.parse(JSON.parse(row.extra))
