import type { LabelCategory } from '#shared/contract/label.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const titleOf = ({ title }: LabelCategory): string => title

/** B·§2: the category, and the actions. */
export const COLUMNS: readonly TableColumn<LabelCategory>[] = [{ key: 'title', title: '分类', render: titleOf }]
