import { z } from 'zod'

/** Message properties that only SMS has; stored as JSON in `outgoing.extra`. */
const extraSchema = z.object({
  templateCode: z.string(),
  signName: z.string(),
  /** Values of the template's variables, in template order. */
  params: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Total of all recipients; 0: not counted. */
  segments: z.number().default(0),
  /** Price of one segment at the time of sending, in 1/10000 yuan; 0: unknown. */
  price: z.number().default(0),
})
export type SmsExtra = z.output<typeof extraSchema>

export const parseExtra = (row: { extra: string }): SmsExtra => extraSchema.parse(JSON.parse(row.extra))
