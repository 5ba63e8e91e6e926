import { Button, mergeClasses } from '@fluentui/react-components'
import { DeleteRegular, EditRegular } from '@fluentui/react-icons'
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { KeyboardEvent } from 'react'
import type { MediaItem } from '#shared/contract/mediaItem.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { titleOf } from '../items.ts'
import { MediaThumb } from '../MediaThumb.tsx'
import { useCardStyles } from './cardStyles.ts'

const STEPS: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

interface Props {
  /** Key of the item in the list. */
  cardKey: string
  item: MediaItem
  kind: UploadKind
  disabled: boolean
  /** The problem with the item; '' for none. */
  problem: string
  /** Absent when there is nothing to edit. */
  onEdit?: (() => void) | undefined
  onRemove: () => void
  /** Moves the item by a number of positions. */
  onStep: (by: number) => void
}

/**
 * An item of a group. Its picture is the drag handle: drag it, or pick it up with the space bar; Alt with arrow keys
 * moves it too.
 */
export function MediaCard({ cardKey, item, kind, disabled, problem, onEdit, onRemove, onStep }: Props) {
  const styles = useCardStyles()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: cardKey,
    disabled,
  })
  const title = titleOf(item)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key]
    if (!event.altKey || !step || disabled) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.card, isDragging && styles.dragged, problem !== '' && styles.wrong)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-card={cardKey}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={styles.handle}
        {...attributes}
        {...listeners}
        aria-roledescription="可拖动排序"
        aria-label={`移动 ${title}${problem && `，${problem}`}`}
        disabled={disabled}
      >
        <MediaThumb kind={kind} src={item.src} />
        <span className={styles.number}>{item.sort}</span>
      </button>
      <div className={styles.texts}>
        <span className={styles.line} title={title}>
          {title}
        </span>
        {problem ? (
          <span className={styles.error}>{problem}</span>
        ) : (
          <span className={mergeClasses(styles.line, styles.muted)} title={item.link}>
            {item.link || '无链接'}
          </span>
        )}
      </div>
      <div className={styles.tools}>
        {onEdit && (
          <Button
            appearance="subtle"
            size="small"
            icon={<EditRegular />}
            aria-label={`编辑 ${title}`}
            disabled={disabled}
            onClick={onEdit}
          />
        )}
        <Button
          appearance="subtle"
          size="small"
          icon={<DeleteRegular />}
          aria-label={`移除 ${title}`}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
