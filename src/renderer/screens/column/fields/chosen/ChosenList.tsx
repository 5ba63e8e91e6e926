import { makeStyles, mergeClasses, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { useDndContext, useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type RefObject, useMemo } from 'react'
import { EmptyState } from '#renderer/kit/feedback/States.tsx'
import type { FieldDraft } from '../draft/useDraft.ts'
import { addedBy, CHOSEN_LIST } from '../sorting/addedBy.ts'
import { ChosenRow } from './ChosenRow.tsx'
import type { RowActions } from './RowContent.tsx'

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
  list: { listStyle: 'none', margin: 0, padding: 0 },
})

interface Props {
  draft: FieldDraft
  readOnly: boolean
  wrong: ReadonlyMap<string, string>
  actions: RowActions
  listRef: RefObject<HTMLUListElement | null>
}

/** A·§2: the fields that the column has, in the order that is their sort value. */
export function ChosenList({ draft, readOnly, wrong, actions, listRef }: Props) {
  const styles = useStyles()
  const { fields, current } = draft
  // The same list until a field comes, goes or moves: what is typed into one doesn't draw the others again.
  const joined = fields.map((field) => field.fieldName).join('\n')
  const names = useMemo(() => (joined === '' ? [] : joined.split('\n')), [joined])
  const { setNodeRef } = useDroppable({ id: CHOSEN_LIST })
  const { active, over } = useDndContext()
  const dropping = active !== null && addedBy(active.data) !== undefined && over !== null
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
      <div ref={setNodeRef} className={mergeClasses(styles.box, dropping && styles.over)}>
        {fields.length === 0 ? (
          <EmptyState
            title="还没有选择字段"
            text={readOnly ? '这个栏目没有设置字段' : '点击左侧的字段，或把它拖到这里'}
          />
        ) : (
          <SortableContext items={names} strategy={verticalListSortingStrategy}>
            <ul ref={listRef} className={styles.list}>
              {fields.map((field, index) => (
                <ChosenRow
                  key={field.fieldName}
                  field={field}
                  index={index}
                  current={field.fieldName === current}
                  reachable={field.fieldName === reachable}
                  readOnly={readOnly}
                  wrong={wrong.get(field.fieldName) ?? ''}
                  actions={actions}
                />
              ))}
            </ul>
          </SortableContext>
        )}
      </div>
    </section>
  )
}
