import { z } from 'zod'
import { hostQuery } from './define.ts'
import { none } from './fields.ts'

const policyStatus = z.object({
  /** Values set by the administrator that are in force. */
  set: z.array(z.object({ name: z.string(), title: z.string(), value: z.string(), origin: z.string() })),
  /** Ignored values with the reason. */
  problems: z.array(z.object({ name: z.string(), title: z.string(), origin: z.string(), text: z.string() })),
})

export const policyOperations = {
  'policy.status': hostQuery({ title: '管理员设置', input: none, output: policyStatus }),
}
