import { makeStyles } from '@fluentui/react-components'
import { DndContext } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type MediaItem, type MediaItemForm, mediaItemForm } from '#shared/contract/mediaItem.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { EventBoundary } from '../EventBoundary.tsx'
import { editItem, keysOf, moveItem, titleOf, removeItem } from '../items.ts'
import { useCardStyles } from './cardStyles.ts'
import { hasItemFields, type ItemFields } from './itemFields.ts'
import { MediaCard } from './MediaCard.tsx'
import { useCardSorting } from './useCardSorting.ts'

const useStyles = makeStyles({
  announcement: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
})

interface Props {
  label: string
  kind: UploadKind
  items: readonly MediaItem[]
  fields: ItemFields
  disabled: boolean
  /** The problem with the item at an index; undefined for none. */
  error: (at: number) => string | undefined
  onChange: (items: MediaItem[]) => void
}

/** B·§2, batch-group mode: the items as cards, sorted by dragging or keys; each can be edited. */
export function MediaCards({ label, kind, items, fields, disabled, error, onChange }: Props) {
  const styles = useStyles()
  const cards = useCardStyles()
  const list = useRef<HTMLUListElement>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  /** The card whose handle gets the focus after the next render. */
  const focusIndex = useRef<number | null>(null)
  const keys = useMemo(() => keysOf(items), [items])

  useEffect(() => {
    if (focusIndex.current === null) return
    const handles = list.current?.querySelectorAll<HTMLElement>(':scope > li > button') ?? []
    handles[Math.min(focusIndex.current, handles.length - 1)]?.focus()
    focusIndex.current = null
  })

  const move = (from: number, to: number): void => onChange(moveItem(items, from, to))
  const step = (from: number, by: number): void => {
    const to = from + by
    const item = items[from]
    if (!item || to < 0 || to >= items.length) return
    focusIndex.current = to
    move(from, to)
    setAnnouncement(`“${titleOf(item)}”已移到第 ${to + 1} 位，共 ${items.length} 个`)
  }
  const remove = (at: number): void => {
    focusIndex.current = at
    onChange(removeItem(items, at))
  }
  const sorting = useCardSorting(
    useMemo(
      () => ({
        keys,
        nameOf: (key: string) => titleOf(items[keys.indexOf(key)] ?? { title: key, src: '' }),
        onMove: (from: number, to: number) => onChange(moveItem(items, from, to)),
      }),
      [keys, items, onChange],
    ),
  )
  const onEscape = (event: KeyboardEvent): void => {
    // During a drag Escape cancels the drag and doesn't close the dialog.
    if (event.key === 'Escape' && dragging) event.preventDefault()
  }
  const item = editing === null ? undefined : items[editing]

  return (
    <DndContext
      {...sorting}
      onDragStart={() => setDragging(true)}
      onDragCancel={() => setDragging(false)}
      onDragEnd={(event) => {
        setDragging(false)
        sorting.onDragEnd(event)
      }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy}>
        <ul ref={list} className={cards.list} aria-label={label} onKeyDown={onEscape}>
          {items.map((each, at) => (
            <MediaCard
              key={keys[at]}
              cardKey={keys[at] ?? ''}
              item={each}
              kind={kind}
              disabled={disabled}
              problem={error(at) ?? ''}
              onEdit={hasItemFields(fields) ? () => setEditing(at) : undefined}
              onRemove={() => remove(at)}
              onStep={(by) => step(at, by)}
            />
          ))}
        </ul>
      </SortableContext>
      <div className={styles.announcement} role="status" aria-live="polite">
        {announcement}
      </div>
      {item && editing !== null && (
        <EventBoundary>
          <ItemEditor
            item={item}
            fields={fields}
            onSave={(form) => onChange(editItem(items, editing, form))}
            onClose={() => setEditing(null)}
          />
        </EventBoundary>
      )}
    </DndContext>
  )
}

const TARGETS = [
  { value: '_self', title: '当前窗口' },
  { value: '_blank', title: '新窗口' },
]

interface ItemEditorProps {
  item: MediaItem
  fields: ItemFields
  onSave: (form: MediaItemForm) => void
  onClose: () => void
}

/** B·§2: title, subtitle, description, link with the window that it opens in, and index of one item. */
function ItemEditor({ item, fields, onSave, onClose }: ItemEditorProps) {
  const save = async (form: MediaItemForm): Promise<{ code: number }> => {
    onSave(form)
    return { code: SUCCESS }
  }
  return (
    <FormDialog
      title={`编辑项 ${titleOf(item)}`}
      schema={mediaItemForm}
      values={item}
      save={save}
      releaseMs={0}
      onClose={onClose}
    >
      {(control) => (
        <>
          {fields.title && <TextField control={control} name="title" label="标题" autoFocus />}
          {fields.subTitle && <TextField control={control} name="subTitle" label="副标题" />}
          {fields.note && <TextAreaField control={control} name="note" label="说明" rows={3} />}
          {fields.link && <TextField control={control} name="link" label="链接" placeholder="https://" />}
          {fields.target && <RadioGroupField control={control} name="target" label="打开方式" options={TARGETS} />}
          {fields.index && <TextField control={control} name="index" label="序号" />}
          {fields.nofollow && <SwitchField control={control} name="nofollow" label="nofollow" />}
        </>
      )}
    </FormDialog>
  )
}
