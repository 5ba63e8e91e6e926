import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import {
  AddRegular,
  CheckmarkCircleRegular,
  DeleteRegular,
  ReOrderDotsVerticalRegular,
  SendRegular,
} from '@fluentui/react-icons'
import { type ReactNode, useMemo } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { MAX_NODE_HOURS, MAX_NODES } from '#shared/contract/workflow.ts'
import type { Choice } from '#renderer/ui/fields/choices.ts'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import type { FlowForm } from './flowForm.ts'

/** A drag starts after this many pixels, so that clicks stay clicks. */
const DRAG_THRESHOLD_PX = 6

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  empty: { color: tokens.colorNeutralForeground3, textAlign: 'center', paddingBlock: tokens.spacingVerticalM },
  add: { justifySelf: 'start' },
})

interface Props {
  control: Control<FlowForm, unknown, FlowForm>
  roles: readonly Choice<number>[]
}

/** The submit node, the approval nodes, which can be reordered by dragging, and the end node (B·§2). */
export function NodeList({ control, roles }: Props) {
  const styles = useStyles()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'nodes', keyName: 'key' })
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_THRESHOLD_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const keys = useMemo(() => fields.map(({ key }) => key), [fields])
  const indexOfNode = (id: string | number): number => keys.indexOf(String(id))
  const describeNode = (id: string | number): string => `节点 ${indexOfNode(id) + 1}`
  return (
    <div className={styles.root}>
      <TerminalNode icon={<SendRegular />} title="提交" text="内容保存并发布后，按以下顺序审批" />
      {fields.length === 0 && (
        <Text className={styles.empty}>还没有审批节点，请点击“添加节点”。没有节点的流程无法关联栏目。</Text>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: {
            draggable: '按空格键选中节点，用上下键移动，再按空格键确定位置，按 Esc 键取消。',
          },
          announcements: {
            onDragStart: ({ active }) => `已选中${describeNode(active.id)}`,
            onDragOver: ({ active, over }) =>
              over
                ? `${describeNode(active.id)} 移到第 ${indexOfNode(over.id) + 1} 位，共 ${keys.length} 个节点`
                : undefined,
            onDragEnd: ({ over }) => (over ? `已移到第 ${indexOfNode(over.id) + 1} 位` : '未移动'),
            onDragCancel: () => '未移动',
          },
        }}
        onDragEnd={({ active, over }) => {
          if (over && over.id !== active.id) move(indexOfNode(active.id), indexOfNode(over.id))
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className={styles.list} aria-label="审批节点">
            {fields.map(({ key }, at) => (
              <Node key={key} id={key} at={at} control={control} roles={roles} onRemove={() => remove(at)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Button
        className={styles.add}
        icon={<AddRegular />}
        disabled={fields.length >= MAX_NODES}
        onClick={() => append({ id: 0, title: '', roleIds: [], dueHours: 0 })}
      >
        添加节点
      </Button>
      <TerminalNode
        icon={<CheckmarkCircleRegular />}
        title="结束"
        text="全部节点同意后发布；任一节点拒绝，内容退回编辑"
      />
    </div>
  )
}

const useEndNodeStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  icon: { display: 'grid', fontSize: '20px', color: tokens.colorBrandForeground1 },
  muted: { color: tokens.colorNeutralForeground3 },
})

function TerminalNode({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const styles = useEndNodeStyles()
  return (
    <div className={styles.root}>
      <span className={styles.icon}>{icon}</span>
      <Text weight="semibold">{title}</Text>
      <Text size={200} className={styles.muted}>
        {text}
      </Text>
    </div>
  )
}

const useNodeStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'auto auto minmax(0, 1fr) minmax(0, 1fr) 120px auto',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    // Fluent's minimum width of 250 px would make the fields overlap.
    '& .fui-Input': { minWidth: 0 },
    '& .fui-Combobox': { minWidth: 0 },
  },
  dragged: { position: 'relative', zIndex: 1, boxShadow: tokens.shadow16 },
  // Aligns the button with the inputs, below their labels.
  tool: { marginTop: '26px' },
  handle: { cursor: 'grab', touchAction: 'none' },
  number: { marginTop: '32px', color: tokens.colorNeutralForeground3 },
})

interface NodeProps extends Props {
  id: string
  at: number
  onRemove: () => void
}

function Node({ id, at, control, roles, onRemove }: NodeProps) {
  const styles = useNodeStyles()
  const sortable = useSortable({ id })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.root, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Button
        ref={setActivatorNodeRef}
        className={mergeClasses(styles.tool, styles.handle)}
        appearance="subtle"
        icon={<ReOrderDotsVerticalRegular />}
        {...attributes}
        {...listeners}
        aria-roledescription="可拖动排序"
        aria-label={`移动节点 ${at + 1}`}
        title="拖动，或按空格键后用上下键移动"
      />
      <Text className={styles.number}>{at + 1}</Text>
      <TextField control={control} name={`nodes.${at}.title`} label="节点名称" required maxLength={254} />
      <MultiSelectField
        control={control}
        name={`nodes.${at}.roleIds`}
        label="审核角色"
        required
        options={roles}
        placeholder="请选择用户组"
      />
      <NumberField
        control={control}
        name={`nodes.${at}.dueHours`}
        label="办理时限"
        min={0}
        max={MAX_NODE_HOURS}
        empty={0}
        unit="小时"
      />
      <Button
        className={styles.tool}
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={`移除节点 ${at + 1}`}
        title="移除"
        onClick={onRemove}
      />
    </li>
  )
}
