import { type MenuField, menuField } from '#shared/contract/column.ts'

const chosenFieldSchema = menuField.omit({ sort: true })

/** A field of the column; its position in the list is its sort value (contradictions.md 59). */
export type ChosenField = Omit<MenuField, 'sort'>

/** Converts a field of the catalogue or of a response. */
export const toChosenField = (field: MenuField): ChosenField => chosenFieldSchema.parse(field)

export interface Draft {
  fields: readonly ChosenField[]
  /** Name of the field whose details are shown; '' without one. */
  current: string
}

export type Change =
  | { kind: 'add'; field: ChosenField; at?: number }
  | { kind: 'edit'; name: string; patch: Partial<ChosenField> }
  | { kind: 'remove'; name: string }
  | { kind: 'move'; name: string; to: number }
  | { kind: 'show'; name: string }
  | { kind: 'replace'; fields: readonly ChosenField[] }

export const indexOf = (fields: readonly ChosenField[], name: string): number =>
  fields.findIndex((field) => field.fieldName === name)

/** The field to show after `name` is removed: the next field, or the last one. */
export const findNeighbour = (fields: readonly ChosenField[], name: string): string => {
  const rest = fields.filter((field) => field.fieldName !== name)
  return rest[Math.min(indexOf(fields, name), rest.length - 1)]?.fieldName ?? ''
}

/** The draft after one change. Adding a field twice only shows it. */
export function applyChange(draft: Draft, change: Change): Draft {
  const { fields, current } = draft
  switch (change.kind) {
    case 'add': {
      const { field, at = fields.length } = change
      if (indexOf(fields, field.fieldName) >= 0) return { fields, current: field.fieldName }
      return { fields: fields.toSpliced(at, 0, field), current: field.fieldName }
    }
    case 'edit':
      return {
        current,
        fields: fields.map((field) => (field.fieldName === change.name ? { ...field, ...change.patch } : field)),
      }
    case 'remove':
      return {
        current: current === change.name ? findNeighbour(fields, change.name) : current,
        fields: fields.filter((field) => field.fieldName !== change.name),
      }
    case 'move':
      return { ...draft, fields: moveField(fields, change.name, change.to) }
    case 'show':
      return { fields, current: change.name }
    case 'replace':
      return {
        fields: change.fields,
        current: indexOf(change.fields, current) >= 0 ? current : (change.fields[0]?.fieldName ?? ''),
      }
  }
}

function moveField(fields: readonly ChosenField[], name: string, to: number): readonly ChosenField[] {
  const from = indexOf(fields, name)
  const field = fields[from]
  const index = Math.min(Math.max(to, 0), fields.length - 1)
  return field && from !== index ? fields.toSpliced(from, 1).toSpliced(index, 0, field) : fields
}
