import { DndContext } from '@dnd-kit/core'
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import {
  Button,
  makeStyles,
  mergeClasses,
  Persona,
  Radio,
  RadioGroup,
  Switch,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useCardSorting } from '#renderer/features/media/picker/group/useCardSorting.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import type { DemoContents } from '../shared/demoRoutes.ts'
import { IconPicker } from '../shared/iconPicker/IconPicker.tsx'
import { badge, statusBadge, useDemoStyles } from '../shared/kit.tsx'
import { sampleRows } from '../shared/samples.ts'

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  sortable: { display: 'grid', gap: tokens.spacingVerticalS, maxWidth: '420px' },
  sortableItem: {
    justifyContent: 'start',
    padding: tokens.spacingVerticalS,
    gap: tokens.spacingHorizontalS,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  event: {
    position: 'relative',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: `0 0 ${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '4px',
      insetBlock: '14px -4px',
      borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    },
    ':last-child::before': { display: 'none' },
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      insetBlockStart: '6px',
      width: '9px',
      height: '9px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorNeutralForeground4,
    },
  },
  brand: { '::after': { backgroundColor: tokens.colorBrandBackground } },
  success: { '::after': { backgroundColor: tokens.colorPaletteGreenBackground3 } },
  danger: { '::after': { backgroundColor: tokens.colorPaletteRedBackground3 } },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
})

function Icons() {
  const [chosen, setChosen] = useState('')
  return (
    <>
      <IconPicker value={chosen} onChoose={setChosen} />
      <Text>
        已选择：{chosen || '无'} {chosen && <CopyButton name="图标名称" text={chosen} />}
      </Text>
    </>
  )
}

function Cards() {
  const styles = useDemoStyles()
  return (
    <div className={styles.cards}>
      {sampleRows(6).map((row) => (
        <Card key={row.id} title={row.title} actions={statusBadge(row.isStatus)}>
          <Facts
            facts={[
              { name: '负责人', value: row.owner },
              { name: '创建时间', value: row.date },
            ]}
          />
        </Card>
      ))}
    </div>
  )
}

function List() {
  const styles = useStyles()
  const toast = useToast()
  return (
    <ul className={styles.list}>
      {sampleRows(8).map((row) => (
        <li key={row.id} className={styles.item}>
          <Persona name={row.owner} secondaryText={`${row.title} · ${row.date}`} avatar={{ color: 'colorful' }} />
          <Button appearance="subtle" aria-label={`查看 ${row.title}`} onClick={() => toast.info(`打开 ${row.title}`)}>
            查看
          </Button>
        </li>
      ))}
    </ul>
  )
}

const EVENTS = [
  { time: '2026-11-20 16:20:00', title: '发布', text: '内容已在网站上公开。', color: 'success' },
  { time: '2026-11-20 15:02:00', title: '终审通过', text: '王海洋：同意。', color: 'brand' },
  { time: '2026-11-20 11:40:00', title: '初审驳回', text: '李婷：请补充图片说明。', color: 'danger' },
  { time: '2026-11-20 09:15:00', title: '提交审批', text: '张明提交了《海洋科技周开幕》。', color: 'event' },
] as const

function Timeline() {
  const styles = useStyles()
  return (
    <ol className={styles.list} aria-label="审批经过">
      {EVENTS.map(({ time, title, text, color }) => (
        <li key={time} className={mergeClasses(styles.event, styles[color])}>
          <Text weight="semibold">{title}</Text>
          <Text>{text}</Text>
          <Text size={200} className={styles.time}>
            {time}
          </Text>
        </li>
      ))}
    </ol>
  )
}

const nameOf = (key: string): string => key

function Drag() {
  const styles = useStyles()
  const [keys, setKeys] = useState(['集团要闻', '行业动态', '通知公告', '专题报道', '人才招聘'])
  const sorting = useCardSorting({ keys, nameOf, onMove: (from, to) => setKeys(arrayMove(keys, from, to)) })
  return (
    <DndContext {...sorting}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ul className={mergeClasses(styles.list, styles.sortable)}>
          {keys.map((key) => (
            <SortableRow key={key} name={key} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}

function SortableRow({ name }: { name: string }) {
  const styles = useStyles()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: name })
  return (
    <li
      ref={setNodeRef}
      className={mergeClasses(styles.item, styles.sortableItem)}
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

const KINDS = ['全部', '图书', '文具', '纪念品']
const GOODS = [
  { name: '海洋科普手册', kind: '图书', price: 48, stock: 120 },
  { name: '集团年鉴 2026', kind: '图书', price: 168, stock: 0 },
  { name: '会议笔记本', kind: '文具', price: 19.9, stock: 560 },
  { name: '签字笔（十支）', kind: '文具', price: 25, stock: 88 },
  { name: '考察船模型', kind: '纪念品', price: 299, stock: 12 },
  { name: '科技周徽章', kind: '纪念品', price: 15, stock: 0 },
]

function Goods() {
  const styles = useDemoStyles()
  const toast = useToast()
  const [key, setKey] = useState('')
  const [kind, setKind] = useState('全部')
  const [inStock, setInStock] = useState(false)
  const found = GOODS.filter(
    (good) => good.name.includes(key) && (kind === '全部' || good.kind === kind) && (!inStock || good.stock > 0),
  )
  return (
    <>
      <Toolbar>
        <SearchBox value={key} onSearch={setKey} placeholder="搜索商品" />
        <RadioGroup layout="horizontal" aria-label="分类" value={kind} onChange={(_event, { value }) => setKind(value)}>
          {KINDS.map((each) => (
            <Radio key={each} value={each} label={each} />
          ))}
        </RadioGroup>
        <Switch label="只看有货" checked={inStock} onChange={(_event, { checked }) => setInStock(checked)} />
      </Toolbar>
      {found.length === 0 && <EmptyState title="没有找到商品" text="请更换名称或分类后重新搜索。" />}
      <div className={styles.cards}>
        {found.map(({ name, price, stock }) => (
          <Card
            key={name}
            title={name}
            actions={stock > 0 ? badge(`库存 ${stock}`, 'success') : badge('无货', 'danger')}
          >
            <Text size={500} weight="semibold">
              ¥ {price.toFixed(2)}
            </Text>
            <Button disabled={stock === 0} onClick={() => toast.success(`“${name}”已加入购物车（示例）`)}>
              加入购物车
            </Button>
          </Card>
        ))}
      </div>
    </>
  )
}

export const DISPLAY_PAGES: DemoContents = {
  '/vab/icon': { text: '选择、搜索和复制图标的名称。', Content: Icons },
  '/vab/card': { text: '一组信息及其操作。', Content: Cards },
  '/vab/list': { text: '带头像、说明和操作的条目。', Content: List },
  '/vab/timeline': { text: '事项的经过，从新到旧。', Content: Timeline },
  '/vab/drag': { text: '拖动或用键盘调整顺序：在手柄上按空格键选中，按方向键移动，再按空格键放置。', Content: Drag },
  '/mall/goods': { text: '按名称搜索，按分类和库存筛选。', Content: Goods },
}
