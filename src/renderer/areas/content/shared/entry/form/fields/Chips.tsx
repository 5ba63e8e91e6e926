import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { DndContext } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { DismissRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useCallback, useMemo } from 'react'
import { useCardSorting } from '#renderer/features/media/picker/group/useCardSorting.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    margin: 0,
    padding: 0,
    listStyle: 'none',
    minWidth: 0,
  },
  chip: {
    display: 'flex',
    alignItems: 'center',
    maxWidth: '100%',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  dragged: { opacity: 0.5 },
  handle: { minWidth: 0, maxWidth: '320px', justifyContent: 'start', cursor: 'grab', fontWeight: 'inherit' },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

interface Props {
  label: string
  ids: readonly string[]
  titleOf: (id: string) => string
  onChange: (ids: string[]) => void
}

/** Chosen items in order; they can be dragged, moved with Alt and the arrow keys, and removed. */
export function Chips({ label, ids, titleOf, onChange }: Props) {
  const styles = useStyles()
  const move = useCallback(
    (from: number, to: number): void => {
      const id = ids[from]
      if (id !== undefined && to >= 0 && to < ids.length) onChange(ids.toSpliced(from, 1).toSpliced(to, 0, id))
    },
    [ids, onChange],
  )
  const sorting = useCardSorting(useMemo(() => ({ keys: ids, nameOf: titleOf, onMove: move }), [ids, titleOf, move]))
  return (
    <DndContext {...sorting}>
      <SortableContext items={[...ids]} strategy={rectSortingStrategy}>
        <ul className={styles.list} aria-label={`已选${label}`}>
          {ids.map((id, at) => (
            <Chip
              key={id}
              id={id}
              title={titleOf(id)}
              onStep={(by) => move(at, at + by)}
              onRemove={() => onChange(ids.filter((each) => each !== id))}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

interface ChipProps {
  id: string
  title: string
  onStep: (by: number) => void
  onRemove: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function Chip({ id, title, onStep, onRemove }: ChipProps) {
  const styles = useStyles()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id })
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.altKey ? STEPS[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.chip, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      onKeyDown={onKeyDown}
    >
      <Button {...attributes} {...listeners} appearance="subtle" size="small" className={styles.handle} title={title}>
        <span className={styles.title}>{title}</span>
      </Button>
      <Button
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label={`移除 ${title}`}
        onClick={onRemove}
      />
    </li>
  )
}
