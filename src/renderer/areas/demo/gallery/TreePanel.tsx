import { Button, makeStyles, Switch, tokens } from '@fluentui/react-components'
import { useMemo, useState } from 'react'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { RowKey, TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { refused, type SampleNode, sampleTree, saved } from '../shared/samples.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, height: '520px', minHeight: 0 },
})

/** 131 × 76 is near ten thousand. */
const MANY = 131
const NONE: readonly SampleNode[] = []

const columns: readonly TableColumn<SampleNode>[] = [
  { key: 'title', title: '栏目名称', render: (row) => row.title },
  {
    key: 'sort',
    title: '排序',
    width: '120px',
    render: (row) => <SortInput value={row.sort} label={`排序 ${row.title}`} save={saved} />,
  },
  {
    key: 'front',
    title: '前台显示',
    width: '110px',
    align: 'center',
    render: (row) => <SwitchCell checked={row.showFront} label={`前台显示 ${row.title}`} change={saved} />,
  },
  {
    key: 'refused',
    title: '保存不了',
    width: '110px',
    align: 'center',
    render: (row) => <SwitchCell checked={row.showFront} label={`保存不了 ${row.title}`} change={refused} />,
  },
  {
    key: 'fixed',
    title: '不可用',
    width: '110px',
    align: 'center',
    render: (row) => (
      <SwitchCell
        checked={row.showFront}
        label={`不可用 ${row.title}`}
        disabled
        disabledReason="没有权限"
        change={saved}
      />
    ),
  },
]

/** The tree table with its switch and its sort input. */
export function TreePanel() {
  const styles = useStyles()
  const [many, setMany] = useState(false)
  const [loading, setLoading] = useState(false)
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const rows = useMemo(() => sampleTree(many ? MANY : 1), [many])
  const tree = useTreeState({ initially: 'collapsed', opened: [1] })
  const selection = useMemo(() => ({ keys, onChange: setKeys }), [keys])
  return (
    <div className={styles.root}>
      <Toolbar>
        <Button onClick={tree.expandAll}>展开全部</Button>
        <Button onClick={tree.collapseAll}>折叠全部</Button>
        <Switch label="一万行" checked={many} onChange={(_event, { checked }) => setMany(checked)} />
        <Switch label="正在加载" checked={loading} onChange={(_event, { checked }) => setLoading(checked)} />
        已选 {keys.size} 项
      </Toolbar>
      <TreeTable
        label="示例树"
        columns={columns}
        rows={loading ? undefined : rows}
        childrenOf={(row) => row.child ?? NONE}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        tree={tree}
        selection={selection}
        cascade
      />
    </div>
  )
}
