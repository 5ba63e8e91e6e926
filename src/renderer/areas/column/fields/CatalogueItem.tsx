import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import {
  AddRegular,
  AttachRegular,
  CalendarClockRegular,
  CalendarLtrRegular,
  CheckmarkRegular,
  DocumentMultipleRegular,
  DocumentTextRegular,
  type FluentIcon,
  ImageMultipleRegular,
  ImageRegular,
  LinkMultipleRegular,
  TagMultipleRegular,
  TextboxRegular,
  TextParagraphRegular,
  VideoClipMultipleRegular,
  VideoRegular,
} from '@fluentui/react-icons'
import { useDraggable } from '@dnd-kit/core'
import { memo, useMemo } from 'react'
import type { CommonField } from '#shared/contract/fieldCommon.ts'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import type { FieldType } from '#renderer/areas/column/fields/fieldFlags.ts'

const TYPE_ICONS: Readonly<Record<FieldType, FluentIcon>> = {
  SingleLine: TextboxRegular,
  MultiLine: TextParagraphRegular,
  Editor: DocumentTextRegular,
  DateTime: CalendarClockRegular,
  Date: CalendarLtrRegular,
  Photo: ImageRegular,
  Video: VideoRegular,
  File: AttachRegular,
  BatchPhoto: ImageMultipleRegular,
  BatchVideo: VideoClipMultipleRegular,
  BatchFile: DocumentMultipleRegular,
  RelationContent: LinkMultipleRegular,
  RelationLabel: TagMultipleRegular,
}

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) 16px',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    minHeight: '32px',
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`,
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: { color: tokens.colorNeutralForeground3 },
  dragged: { opacity: 0.5 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  icon: { fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  mark: { fontSize: '16px', lineHeight: 0 },
  added: { color: tokens.colorPaletteGreenForeground1 },
})

interface Props {
  field: CommonField
  chosen: boolean
  readOnly: boolean
  onPick: (field: CommonField) => void
}

/** One field of the catalogue. */
export const CatalogueItem = memo(function CatalogueItem({ field, chosen, readOnly, onPick }: Props) {
  const styles = useStyles()
  const { fieldName, fieldAlias, fieldType } = field
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `new ${fieldName}`,
    data: useMemo(() => ({ field }), [field]),
    disabled: chosen || readOnly,
  })
  const Icon = TYPE_ICONS[fieldType]
  const Mark = chosen ? CheckmarkRegular : AddRegular
  const type = FIELD_TYPES[fieldType]
  return (
    <li>
      <button
        type="button"
        ref={setNodeRef}
        // Only the pointer starts a drag; for the keyboard this is an ordinary button.
        onPointerDown={(event) => {
          listeners?.['onPointerDown']?.(event)
        }}
        className={mergeClasses(styles.item, chosen && styles.chosen, isDragging && styles.dragged)}
        aria-label={`${fieldAlias}，${type}${chosen ? '，已选' : ''}`}
        title={`${fieldAlias}（${fieldName}，${type}）`}
        onClick={() => onPick(field)}
      >
        <span className={styles.icon}>
          <Icon />
        </span>
        <span className={styles.name}>{fieldAlias}</span>
        <span className={mergeClasses(styles.mark, chosen && styles.added)}>{(chosen || !readOnly) && <Mark />}</span>
      </button>
    </li>
  )
})
