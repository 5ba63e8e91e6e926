/** An option of a select, a radio group or a checkbox group. Numbers stay numbers in the form. */
export interface Choice<V extends string | number = string | number> {
  value: V
  title: string
  /** Shown beside the title and searched too, such as the host of a site. */
  note?: string
  /** Visible, but can't be chosen. */
  disabled?: boolean
  /** Level in a tree, 1 for the top. */
  level?: number
}

/** The key of a choice in controls that only know strings. */
export const choiceKey = (value: string | number): string => `${typeof value}:${value}`

export const findChoice = <V extends string | number>(
  options: readonly Choice<V>[],
  key: string | undefined,
): Choice<V> | undefined => options.find((option) => choiceKey(option.value) === key)
