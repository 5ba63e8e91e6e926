import { DndContext } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useCardSorting } from '#renderer/features/media/picker/group/useCardSorting.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, maxWidth: '420px' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingVerticalS,
    listStyleType: 'none',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
})
const nameOf = (key: string): string => key

/** 拖动或用键盘改变顺序：在手柄上按空格拿起，方向键移动，再按空格放下。 */
export function DragDemo() {
  const styles = useStyles()
  const [keys, setKeys] = useState(['集团要闻', '行业动态', '通知公告', '专题报道', '人才招聘'])
  const sorting = useCardSorting({ keys, nameOf, onMove: (from, to) => setKeys(arrayMove(keys, from, to)) })
  return (
    <DemoPage title="拖拽" text="拖动或用键盘改变顺序：在手柄上按空格拿起，方向键移动，再按空格放下。">
      <DndContext {...sorting}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ul className={styles.list}>
            {keys.map((key) => (
              <SortableRow key={key} name={key} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </DemoPage>
  )
}

function SortableRow({ name }: { name: string }) {
  const styles = useStyles()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: name })
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      style={{ transform: CSS.Transform.toString(transform), ...(transition && { transition }) }}
    >
      <Button
        appearance="subtle"
        size="small"
        icon={<ReOrderDotsVerticalRegular />}
        {...attributes}
        {...listeners}
        aria-label={`移动 ${name}`}
      />
      {name}
    </li>
  )
}
