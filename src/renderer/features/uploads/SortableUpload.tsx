import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import { useUploadTask } from './hooks.ts'
import { UploadRow } from './UploadRow.tsx'

const useStyles = makeStyles({
  item: { position: 'absolute', insetInline: 0 },
  dragged: { zIndex: 1, boxShadow: tokens.shadow8 },
  handle: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: '24px',
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground3,
    fontSize: '16px',
    cursor: 'grab',
    touchAction: 'none',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface Props {
  id: string
  /** Where it stands in the list, px. */
  top: number
  /** From 1. */
  position: number
  count: number
  /** It waits or moves, and is not the only one that does. */
  sortable: boolean
  /** Alt and an arrow: so many places down. */
  onStep: (step: 1 | -1) => void
}

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** An upload in the panel, with a handle to move it while it is unfinished. */
export function SortableUpload({ id, top, position, count, sortable, onStep }: Props) {
  const styles = useStyles()
  const name = useUploadTask(id)?.name ?? ''
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !sortable,
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (!step || !event.altKey) listeners?.['onKeyDown']?.(event)
    else {
      event.preventDefault()
      onStep(step)
    }
  }
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.handle}
      {...attributes}
      {...listeners}
      onKeyDown={onKeyDown}
      aria-roledescription="可拖动排序"
      aria-label={`移动 ${name}`}
      title="拖动或按 Alt+↑/↓ 调整顺序"
    >
      <ReOrderDotsVerticalRegular />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      data-upload={id}
      className={mergeClasses(styles.item, isDragging && styles.dragged)}
      style={{ top: `${top}px`, transform: CSS.Translate.toString(transform), transition }}
      aria-setsize={count}
      aria-posinset={position}
    >
      <UploadRow id={id} start={sortable ? handle : null} />
    </li>
  )
}
