import type { LabelCategory } from '#shared/contract/label.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const titleOf = ({ title }: LabelCategory): string => title

/** The name of a category (B·§2). */
export const COLUMNS: readonly TableColumn<LabelCategory>[] = [{ key: 'title', title: '分类', render: titleOf }]
