import {
  DndContext,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button, Dropdown, Field, makeStyles, mergeClasses, Option, Text, tokens } from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { useEffect } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { MenuField } from '#shared/contract/column.ts'
import { matchByName, canMatch, type NamePair } from '#shared/domain/fieldMatch.ts'
import { FIELD_TYPES } from '#shared/domain/fieldTypes.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { messageOf } from '#renderer/ui/fields/formErrors.ts'
import { columnPairKeyOf, type RuleForm } from './ruleForm.ts'

/** A drag starts after this many pixels, so that clicks stay clicks. */
const DRAG_THRESHOLD_PX = 6
const describeField = (field: MenuField): string => `${fieldTitle(field)}（${FIELD_TYPES[field.fieldType]}）`

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM },
  note: { color: tokens.colorNeutralForeground3 },
  bar: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  count: { flex: '1 1 auto' },
  sides: {
    display: 'grid',
    gridTemplateColumns: '240px minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  source: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    cursor: 'grab',
    touchAction: 'none',
    minWidth: 0,
  },
  used: { backgroundColor: tokens.colorNeutralBackground3, color: tokens.colorNeutralForeground3 },
  dragged: { position: 'relative', zIndex: 1, boxShadow: tokens.shadow8, cursor: 'grabbing' },
  name: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  target: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: tokens.spacingHorizontalXS,
    border: '1px dashed transparent',
    borderRadius: tokens.borderRadiusMedium,
  },
  takes: {
    borderTopColor: tokens.colorBrandStroke1,
    borderRightColor: tokens.colorBrandStroke1,
    borderBottomColor: tokens.colorBrandStroke1,
    borderLeftColor: tokens.colorBrandStroke1,
  },
  over: { backgroundColor: tokens.colorBrandBackground2 },
  choice: { minWidth: 0, width: '100%' },
})

interface Props {
  control: Control<RuleForm>
  /** Key of the columns whose fields are matched already; other columns start with a match by name. */
  matched: string
  onMatched: (columns: string) => void
}

/** Step 2: maps source fields to target fields (B·§5). */
export function FieldMatch({ control, matched, onMatched }: Props) {
  const [sourceMenuId, targetMenuId] = useWatch({ control, name: ['sourceMenuId', 'targetMenuId'] })
  const source = useRead('column.findById', { id: sourceMenuId }, { quiet: true })
  const target = useRead('column.findById', { id: targetMenuId }, { quiet: true })
  const failedRead = [source, target].find(({ error }) => error !== null)
  if (failedRead?.error) return <ErrorState error={failedRead.error} onRetry={() => void failedRead.refetch()} />
  if (!source.data || !target.data) return <LoadingState label="正在读取字段…" />
  return (
    <FieldMatching
      control={control}
      matched={matched}
      onMatched={onMatched}
      at={columnPairKeyOf({ sourceMenuId, targetMenuId })}
      source={source.data.menuField}
      target={target.data.menuField}
    />
  )
}

interface MatchingProps extends Props {
  at: string
  source: readonly MenuField[]
  target: readonly MenuField[]
}

function FieldMatching({ control, matched, onMatched, at, source, target }: MatchingProps) {
  const styles = useStyles()
  const { field, fieldState } = useController({ control, name: 'rules' })
  const pairs: readonly NamePair[] = field.value
  const { onChange } = field
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_THRESHOLD_PX } }))
  useEffect(() => {
    if (matched === at) return
    onMatched(at)
    onChange(matchByName(source, target))
  }, [matched, onMatched, at, source, target, onChange])

  const sourceOf = (name: string): string => pairs.find(({ targetField }) => targetField === name)?.sourceField ?? ''
  const setPair = (targetField: string, sourceField: string): void => {
    const others = pairs.filter((pair) => pair.targetField !== targetField)
    onChange(sourceField === '' ? others : [...others, { sourceField, targetField }])
  }
  const matchDropped = (from: string, to: string): void => {
    const [a, b] = [
      source.find(({ fieldName }) => fieldName === from),
      target.find(({ fieldName }) => fieldName === to),
    ]
    if (a && b && canMatch(a, b)) setPair(to, from)
  }
  const used = new Set(pairs.map(({ sourceField }) => sourceField))
  return (
    <div className={styles.root}>
      <Text className={styles.note}>
        只需匹配录入信息的字段，且字段类型须相同；目标字段的必填和字数限制不影响匹配。可将左侧字段拖到右侧，也可在右侧选择。
      </Text>
      <div className={styles.bar}>
        <Text className={styles.count} role="status">
          {`已匹配 ${pairs.length} 个，目标共有 ${target.length} 个字段`}
        </Text>
        <Button onClick={() => onChange(matchByName(source, target))}>自动匹配</Button>
        <Button disabledFocusable={pairs.length === 0} onClick={() => onChange([])}>
          全部清除
        </Button>
      </div>
      <Field validationMessage={messageOf(fieldState.error)}>
        <DndContext
          sensors={sensors}
          // The target is the field under the pointer, not the one with the largest overlap.
          collisionDetection={pointerWithin}
          onDragEnd={({ active, over }) => over && matchDropped(String(active.id), String(over.id))}
        >
          <div className={styles.sides}>
            <ul className={styles.list} aria-label="源站字段">
              {source.map((each) => (
                <Source key={each.fieldName} field={each} isUsed={used.has(each.fieldName)} />
              ))}
            </ul>
            <ul className={styles.list} aria-label="目标站字段">
              {target.map((each) => (
                <Target
                  key={each.fieldName}
                  field={each}
                  source={source}
                  value={sourceOf(each.fieldName)}
                  onChange={(name) => setPair(each.fieldName, name)}
                />
              ))}
              {target.length === 0 && <Text className={styles.note}>目标站栏目还没有字段</Text>}
            </ul>
          </div>
        </DndContext>
      </Field>
    </div>
  )
}

function Source({ field, isUsed }: { field: MenuField; isUsed: boolean }) {
  const styles = useStyles()
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: field.fieldName, data: { field } })
  const style = transform ? { transform: `translate(${transform.x}px, ${transform.y}px)` } : {}
  return (
    // Only the pointer can drag; keyboard users choose in the dropdown of each target.
    <li
      ref={setNodeRef}
      {...listeners}
      className={mergeClasses(styles.source, isUsed && styles.used, isDragging && styles.dragged)}
      style={style}
      title={describeField(field)}
    >
      <ReOrderDotsVerticalRegular aria-hidden />
      <span className={styles.name}>{describeField(field)}</span>
    </li>
  )
}

interface TargetProps {
  field: MenuField
  source: readonly MenuField[]
  /** Name of the source field; '' without one. */
  value: string
  onChange: (name: string) => void
}

function Target({ field, source, value, onChange }: TargetProps) {
  const styles = useStyles()
  const { setNodeRef, isOver, active } = useDroppable({ id: field.fieldName })
  const dragged = active?.data.current?.['field'] as MenuField | undefined
  const isAccepted = dragged !== undefined && canMatch(dragged, field)
  const compatibleFields = source.filter((each) => canMatch(each, field))
  const chosen = compatibleFields.find(({ fieldName }) => fieldName === value)
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.target, isAccepted && styles.takes, isAccepted && isOver && styles.over)}
    >
      <span className={styles.name} title={describeField(field)}>
        {describeField(field)}
      </span>
      <Dropdown
        className={styles.choice}
        aria-label={`${fieldTitle(field)} 取自`}
        value={chosen ? fieldTitle(chosen) : '不复制'}
        selectedOptions={[value]}
        onOptionSelect={(_event, { optionValue }) => onChange(optionValue ?? '')}
      >
        <Option value="">不复制</Option>
        {compatibleFields.map((each) => (
          <Option key={each.fieldName} value={each.fieldName}>
            {fieldTitle(each)}
          </Option>
        ))}
      </Dropdown>
    </li>
  )
}
