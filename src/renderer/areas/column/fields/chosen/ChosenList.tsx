import { makeStyles, mergeClasses, Subtitle2, Text, tokens, useMergedRefs } from '@fluentui/react-components'
import { useDndContext, useDroppable } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type FocusEvent, memo, type RefObject, useMemo, useState } from 'react'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { CSS } from '@dnd-kit/utilities'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { ROW_HEIGHT } from '#renderer/ui/table/tableStyles.ts'
import { useRowWindow } from '#renderer/ui/table/useRowWindow.ts'
import type { FieldDraft } from '../draft/useDraft.ts'
import { draggedCatalogueField, CHOSEN_LIST_ID } from '../dragData.ts'
import { type RowActions, RowContent } from './RowContent.tsx'
import type { ChosenField } from '../draft/draft.ts'
import { useRowStyles } from './rowStyles.ts'

interface ChosenRowProps {
  field: ChosenField
  index: number
  /** Number of all fields; only some of them are rendered. */
  count: number
  current: boolean
  /** Whether Tab reaches the controls of the row. */
  reachable: boolean
  readOnly: boolean
  /** Error message of the field; '' without an error. */
  wrong: string
  actions: RowActions
}

/** A chosen field in the list, with its drag handle. */
const ChosenRow = memo(function ChosenRow(props: ChosenRowProps) {
  const { field, index, count, current, reachable, readOnly, wrong, actions } = props
  const styles = useRowStyles()
  const sortable = useSortable({ id: field.fieldName, disabled: readOnly })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, isOver, active } =
    sortable
  const inserting = isOver && active !== null && draggedCatalogueField(active.data) !== undefined
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

const useStyles = makeStyles({
  pane: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minHeight: 0, minWidth: 0 },
  head: { display: 'flex', alignItems: 'baseline', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
  title: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3 },
  box: {
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  over: { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  list: { position: 'relative', listStyle: 'none', margin: 0, padding: 0 },
})

interface Props {
  draft: FieldDraft
  names: string[]
  readOnly: boolean
  wrong: ReadonlyMap<string, string>
  actions: RowActions
  listRef: RefObject<HTMLUListElement | null>
}

/** The chosen fields (A·§2); their order is saved as the sort value. */
export function ChosenList({ draft, names, readOnly, wrong, actions, listRef }: Props) {
  const styles = useStyles()
  const { fields, current } = draft
  const { setNodeRef } = useDroppable({ id: CHOSEN_LIST_ID })
  const { active, over } = useDndContext()
  const { scroller, places, onFocus } = useRenderedRows(names, active ? [current, String(active.id)] : [current])
  const box = useMergedRefs(setNodeRef, scroller)
  const dropping = active !== null && draggedCatalogueField(active.data) !== undefined && over !== null
  const reachable = names.includes(current) ? current : names[0]
  return (
    <section className={styles.pane} aria-label="已选字段">
      <div className={styles.head}>
        <Subtitle2 as="h3" className={styles.title}>
          已选字段
        </Subtitle2>
        <Text size={200} className={styles.muted}>
          {fields.length} 个{!readOnly && fields.length > 1 && '，拖动或按 Alt+↑/↓ 调整顺序'}
        </Text>
      </div>
      <div ref={box} className={mergeClasses(styles.box, dropping && styles.over)}>
        {fields.length === 0 ? (
          <EmptyState
            title="还没有选择字段"
            text={readOnly ? '该栏目未设置字段' : '点击左侧的字段，或将其拖入“已选字段”'}
          />
        ) : (
          <SortableContext items={names} strategy={verticalListSortingStrategy}>
            <ul
              ref={listRef}
              className={styles.list}
              style={{ height: `${fields.length * ROW_HEIGHT}px` }}
              onFocus={onFocus}
            >
              {places.map((index) => {
                const field = fields[index]
                return field ? (
                  <ChosenRow
                    key={field.fieldName}
                    field={field}
                    index={index}
                    count={fields.length}
                    current={field.fieldName === current}
                    reachable={field.fieldName === reachable}
                    readOnly={readOnly}
                    wrong={wrong.get(field.fieldName) ?? ''}
                    actions={actions}
                  />
                ) : null
              })}
            </ul>
          </SortableContext>
        )}
      </div>
    </section>
  )
}

const NO_HEADER_HEIGHT = 0
const nameOf = (row: Element | null): string => row?.querySelector<HTMLElement>('[data-field]')?.dataset['field'] ?? ''

/**
 * Virtual list: renders the rows in view, the fields in `alwaysRendered`, and the focused row, which would lose the focus.
 * @returns `places`: sorted indexes in `names`
 */
function useRenderedRows(names: readonly string[], alwaysRendered: readonly string[]) {
  const { scroller, range } = useRowWindow(names.length, undefined, NO_HEADER_HEIGHT)
  const [focused, setFocused] = useState('')
  const extraIndexes = [...alwaysRendered, focused].map((name) => names.indexOf(name)).filter((at) => at >= 0)
  const joined = extraIndexes.join()
  const places = useMemo(() => {
    const from = Math.min(range.from, names.length)
    const to = Math.min(range.to, names.length)
    const inView = Array.from({ length: Math.max(to - from, 0) }, (_none, step) => from + step)
    const others = joined === '' ? [] : joined.split(',').map(Number)
    return [...new Set([...inView, ...others])].toSorted((a, b) => a - b)
  }, [names, range, joined])
  const onFocus = ({ target }: FocusEvent): void => setFocused(nameOf(target.closest('li')))
  return { scroller, places, onFocus }
}
