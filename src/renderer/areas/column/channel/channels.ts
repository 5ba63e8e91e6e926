import type { Column } from '#shared/contract/column.ts'

/** A·§2, A·§9: columns with lower ids belong to the system and are hidden in the channel view. */
const FIRST_CHANNEL_ID = 100

/**
 * The columns that the channel view shows; the children of a hidden column take its place. Returns the same list when
 * nothing is hidden, so that rows do not render again.
 */
export function listChannels(columns: readonly Column[]): readonly Column[] {
  if (columns.every((column) => column.id >= FIRST_CHANNEL_ID)) return columns
  return columns.flatMap((column) => (column.id >= FIRST_CHANNEL_ID ? [column] : listChannels(column.child)))
}
