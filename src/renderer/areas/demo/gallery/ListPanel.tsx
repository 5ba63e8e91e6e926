import {
  Button,
  Dropdown,
  makeStyles,
  Option,
  Radio,
  RadioGroup,
  Switch,
  Tag,
  tokens,
} from '@fluentui/react-components'
import { DeleteRegular, EditRegular, EyeRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { AppError } from '#shared/errors/index.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { RowKey, TableColumn } from '#renderer/ui/table/types.ts'
import { column, pageRead, useDemoStyles } from '../shared/kit.tsx'
import {
  LONG_TITLE,
  simulateRefusedSave,
  type Sample,
  type SampleNode,
  sampleRows,
  sampleTree,
  simulateSave,
} from '../shared/samples.ts'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'

/** Copies of the tree of 76 rows, for about 10,000 rows. */
const TREE_COPIES = 131
const NONE: readonly SampleNode[] = []

const TREE_COLUMNS: readonly TableColumn<SampleNode>[] = [
  column('title', '栏目名称'),
  {
    key: 'sort',
    title: '排序',
    width: '120px',
    render: (row) => <SortInput value={row.sort} label={`排序 ${row.title}`} save={simulateSave} />,
  },
  {
    key: 'front',
    title: '前台显示',
    width: '110px',
    align: 'center',
    render: (row) => <SwitchCell checked={row.showFront} label={`前台显示 ${row.title}`} change={simulateSave} />,
  },
  {
    key: 'refused',
    title: '保存失败',
    width: '110px',
    align: 'center',
    render: (row) => (
      <SwitchCell checked={row.showFront} label={`保存失败 ${row.title}`} change={simulateRefusedSave} />
    ),
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
        change={simulateSave}
      />
    ),
  },
]

/** The tree table with switch cells and sort inputs. */
export function TreePanel() {
  const styles = useDemoStyles()
  const [many, setMany] = useState(false)
  const [loading, setLoading] = useState(false)
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const rows = useMemo(() => sampleTree(many ? TREE_COPIES : 1), [many])
  const tree = useTreeState({ initially: 'collapsed', opened: [1] })
  const selection = useMemo(() => ({ keys, onChange: setKeys }), [keys])
  return (
    <div className={styles.tree}>
      <Toolbar>
        <Button onClick={tree.expandAll}>展开全部</Button>
        <Button onClick={tree.collapseAll}>折叠全部</Button>
        <Switch label="一万行" checked={many} onChange={(_event, { checked }) => setMany(checked)} />
        <Switch label="正在加载" checked={loading} onChange={(_event, { checked }) => setLoading(checked)} />
        已选 {keys.size} 项
      </Toolbar>
      <TreeTable
        label="示例树"
        columns={TREE_COLUMNS}
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

const STATES = [
  '有数据',
  '正在加载',
  '没有数据',
  '没有权限',
  '加载失败',
  '刷新失败',
  '正在翻页',
  '长文字',
  '一千行',
] as const
type State = (typeof STATES)[number]

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    flex: '1 1 auto',
    minHeight: '420px',
  },
  states: { flexWrap: 'wrap' },
  filter: { minWidth: '140px' },
})

const failure = new AppError('timeout', '服务器响应超时，请稍后重试')
const forbidden = new AppError('forbidden', '没有权限查看站点列表，请联系管理员')

const COLUMNS: readonly TableColumn<Sample>[] = [
  column('title', '名称'),
  column('owner', '负责人', '140px'),
  {
    key: 'status',
    title: '状态',
    width: '100px',
    render: (row) => (
      <Tag size="small" appearance="brand">
        {row.isStatus ? '启用' : '停用'}
      </Tag>
    ),
  },
  column('date', '创建时间', '180px'),
  {
    key: 'actions',
    title: '操作',
    width: '132px',
    align: 'end',
    render: (row) => (
      <RowActions
        row={row.title}
        actions={[
          { title: '查看', icon: EyeRegular, run: () => undefined },
          { title: '编辑', icon: EditRegular, run: () => undefined },
          { title: '删除', icon: DeleteRegular, refusal: '正在被使用，不能删除' },
        ]}
      />
    ),
  },
]

const rowsOf = (state: State): Sample[] => {
  if (state === '长文字') return sampleRows(3).map((row) => ({ ...row, title: LONG_TITLE, owner: LONG_TITLE }))
  if (state === '一千行') return sampleRows(1000)
  return state === '没有数据' ? [] : sampleRows(47)
}
const errorOf = (state: State): Error | null => {
  if (state === '没有权限') return forbidden
  return state === '加载失败' || state === '刷新失败' ? failure : null
}

/** A list in all its states, with sample rows. */
export function ListPanel() {
  const styles = useStyles()
  const toast = useToast()
  const [state, setState] = useState<State>('有数据')
  const list = useListState({ filters: { status: '' } })
  const { key, status } = list.input

  const found = useMemo(
    () => rowsOf(state).filter((row) => row.title.includes(key) && (!status || String(row.isStatus) === status)),
    [state, key, status],
  )
  const hasNoData = state === '正在加载' || state === '没有权限' || state === '加载失败'
  const read = {
    ...pageRead(found, state === '一千行' ? { page: 1, size: found.length } : list.input),
    ...(hasNoData && { data: undefined }),
    error: errorOf(state),
    isPending: hasNoData,
    isPlaceholderData: state === '正在翻页',
    refetch: () => toast.info('正在重试'),
  }

  return (
    <div className={styles.root}>
      <RadioGroup
        className={styles.states}
        layout="horizontal"
        aria-label="列表的状态"
        value={state}
        onChange={(_event, { value }) => setState(STATES.find((each) => each === value) ?? '有数据')}
      >
        {STATES.map((each) => (
          <Radio key={each} value={each} label={each} />
        ))}
      </RadioGroup>
      <ListBody
        label="示例列表"
        list={list}
        read={read}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.title}
        search="搜索名称"
        filters={
          <Dropdown
            className={styles.filter}
            aria-label="状态"
            value={{ true: '启用', false: '停用' }[status] ?? '全部状态'}
            selectedOptions={[status]}
            onOptionSelect={(_event, { optionValue }) => list.setFilter('status', optionValue ?? '')}
          >
            <Option value="">全部状态</Option>
            <Option value="true">启用</Option>
            <Option value="false">停用</Option>
          </Dropdown>
        }
        batch={(keys, clear) => (
          <>
            <BatchButton keys={keys} title="批量启用" onRun={(each) => toast.success(`已启用 ${each.length} 项`)} />
            <BatchButton keys={keys} title="批量删除" icon={DeleteRegular} onRun={clear} />
            <Button disabled>导出</Button>
          </>
        )}
        onOpen={(row) => toast.info(`打开 ${row.title}`)}
      />
    </div>
  )
}
