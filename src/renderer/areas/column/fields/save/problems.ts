import { fieldForms } from '#shared/contract/fieldForm.ts'
import type { AppError } from '#shared/errors/index.ts'
import type { ChosenField } from '../draft/draft.ts'

export interface Problems {
  /** Error messages by field name. */
  messages: ReadonlyMap<string, string>
  /** The first message with the name of its field, for the toast. */
  firstMessage: string
}

const LIST_PREFIX = 'menuFieldDTOList.'

function collect(fields: readonly ChosenField[], issues: readonly { index: number; message: string }[]): Problems {
  const wrong = new Map<string, string>()
  for (const { index, message } of issues) {
    const field = fields[index]
    if (field && !wrong.has(field.fieldName)) wrong.set(field.fieldName, message)
  }
  const [name] = wrong.keys()
  const alias = fields.find((field) => field.fieldName === name)?.fieldAlias || name
  const message = issues[0]?.message ?? ''
  return {
    messages: wrong,
    firstMessage: alias && !message.startsWith('字段') ? `字段“${alias}”：${message}` : message,
  }
}

/** Checks the fields by the contract's rules before saving; null if they are valid. */
export function checkFields(fields: readonly ChosenField[]): Problems | null {
  const parsed = fieldForms.safeParse(fields)
  if (parsed.success) return null
  const issues = parsed.error.issues.map(({ path: [index], message }) => ({ index: Number(index), message }))
  return collect(fields, issues)
}

/** Reads the problems of single fields from a server error. */
export function readServerProblems(fields: readonly ChosenField[], { details }: AppError): Problems {
  const issues = (details.issues ?? []).filter(({ field }) => field.startsWith(LIST_PREFIX))
  return collect(
    fields,
    issues.map(({ field, message }) => ({ index: Number.parseInt(field.slice(LIST_PREFIX.length), 10), message })),
  )
}
