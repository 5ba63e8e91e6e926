import { Badge, Button, makeStyles, Radio, RadioGroup, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({
  grid: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))', gap: tokens.spacingVerticalL },
})
const KINDS = ['全部', '图书', '文具', '纪念品']
const GOODS = [
  { id: 1, name: '海洋科普手册', kind: '图书', price: 48, stock: 120 },
  { id: 2, name: '集团年鉴 2026', kind: '图书', price: 168, stock: 0 },
  { id: 3, name: '会议笔记本', kind: '文具', price: 19.9, stock: 560 },
  { id: 4, name: '签字笔（十支）', kind: '文具', price: 25, stock: 88 },
  { id: 5, name: '考察船模型', kind: '纪念品', price: 299, stock: 12 },
  { id: 6, name: '科技周徽章', kind: '纪念品', price: 15, stock: 0 },
]

/** 按名称找，按分类和有没有货筛选。 */
export function GoodsDemo() {
  const styles = useStyles()
  const toast = useToast()
  const [key, setKey] = useState('')
  const [kind, setKind] = useState('全部')
  const [inStock, setInStock] = useState(false)
  const found = GOODS.filter(
    (good) => good.name.includes(key) && (kind === '全部' || good.kind === kind) && (!inStock || good.stock > 0),
  )
  return (
    <DemoPage title="商品" text="按名称找，按分类和有没有货筛选。">
      <Toolbar>
        <SearchBox value={key} onSearch={setKey} placeholder="搜索商品" />
        <RadioGroup layout="horizontal" aria-label="分类" value={kind} onChange={(_event, { value }) => setKind(value)}>
          {KINDS.map((each) => (
            <Radio key={each} value={each} label={each} />
          ))}
        </RadioGroup>
        <Switch label="只看有货" checked={inStock} onChange={(_event, { checked }) => setInStock(checked)} />
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState title="没有找到商品" text="换一个名称或分类试试。" />
      ) : (
        <div className={styles.grid}>
          {found.map((good) => (
            <Card
              key={good.id}
              title={good.name}
              actions={
                <Badge appearance="tint" color={good.stock > 0 ? 'success' : 'danger'}>
                  {good.stock > 0 ? `库存 ${good.stock}` : '无货'}
                </Badge>
              }
            >
              <Text size={500} weight="semibold">
                ¥ {good.price.toFixed(2)}
              </Text>
              <Button disabled={good.stock === 0} onClick={() => toast.success(`已把“${good.name}”放进购物车（示例）`)}>
                放进购物车
              </Button>
            </Card>
          ))}
        </div>
      )}
    </DemoPage>
  )
}
