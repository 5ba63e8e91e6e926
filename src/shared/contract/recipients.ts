import { z } from 'zod'
import { recipientProblem, type RecipientKind } from '../domain/recipients.ts'

/**
 * Schema of a non-empty list of valid recipients.
 * @param message message for an empty list
 */
export const recipientList = (kind: RecipientKind, message: string) =>
  z
    .array(z.string(), message)
    .min(1, message)
    .superRefine((list, context) => {
      const problem = recipientProblem(list, kind)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
