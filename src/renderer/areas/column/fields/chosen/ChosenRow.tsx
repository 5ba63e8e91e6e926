import { mergeClasses } from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo } from 'react'
import { ROW_HEIGHT } from '#renderer/ui/table/tableStyles.ts'
import type { ChosenField } from '../draft/draft.ts'
import { addedBy } from '../sorting/addedBy.ts'
import { type RowActions, RowContent } from './RowContent.tsx'
import { useRowStyles } from './rowStyles.ts'

interface Props {
  field: ChosenField
  index: number
  /** How many fields there are: not all of them are drawn. */
  count: number
  current: boolean
  /** Its controls can be reached with Tab. */
  reachable: boolean
  readOnly: boolean
  /** What is wrong with it; '' for nothing. */
  wrong: string
  actions: RowActions
}

/** A chosen field in the list, with its handle. */
export const ChosenRow = memo(function ChosenRow(props: Props) {
  const { field, index, count, current, reachable, readOnly, wrong, actions } = props
  const styles = useRowStyles()
  const sortable = useSortable({ id: field.fieldName, disabled: readOnly })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, isOver, active } =
    sortable
  const inserting = isOver && active !== null && addedBy(active.data) !== undefined
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(
        styles.row,
        current && styles.current,
        isDragging && styles.dragged,
        inserting && styles.insertion,
      )}
      style={{ top: `${index * ROW_HEIGHT}px`, transform: CSS.Translate.toString(transform), transition }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={mergeClasses(styles.tool, styles.handle)}
        {...attributes}
        {...listeners}
        aria-roledescription="可拖动排序"
        aria-label={`移动 ${field.fieldAlias || field.fieldName}`}
        disabled={readOnly}
        tabIndex={reachable ? 0 : -1}
      >
        <ReOrderDotsVerticalRegular />
      </button>
      <span className={styles.number}>{index + 1}</span>
      <RowContent {...{ field, current, reachable, readOnly, wrong, actions }} />
    </li>
  )
})
