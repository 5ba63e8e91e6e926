import { Button, Dropdown, makeStyles, Option, Radio, RadioGroup, Tag, tokens } from '@fluentui/react-components'
import { DeleteRegular, EditRegular, EyeRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { AppError } from '#shared/errors/index.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody, type ListRead } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { LONG, type Sample, sampleRows } from '../shared/samples.ts'

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

const failure = new AppError('timeout', '服务器没有及时回答，请稍后再试')
const forbidden = new AppError('forbidden', '没有权限查看站点列表，请联系管理员')

const columns: readonly TableColumn<Sample>[] = [
  { key: 'title', title: '名称', render: (row) => row.title },
  { key: 'owner', title: '负责人', width: '140px', render: (row) => row.owner },
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
  { key: 'date', title: '创建时间', width: '180px', render: (row) => row.date },
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
  if (state === '长文字') return sampleRows(3).map((row) => ({ ...row, title: LONG, owner: LONG }))
  if (state === '一千行') return sampleRows(1000)
  return state === '没有数据' ? [] : sampleRows(47)
}
const errorOf = (state: State): Error | null => {
  if (state === '没有权限') return forbidden
  return state === '加载失败' || state === '刷新失败' ? failure : null
}

/** A list in all its states, over rows of this page. */
export function ListPanel() {
  const styles = useStyles()
  const toast = useToast()
  const [state, setState] = useState<State>('有数据')
  const list = useListState({ filters: { status: '' } })
  const { page, size, key, status } = list.input

  const found = useMemo(
    () => rowsOf(state).filter((row) => row.title.includes(key) && (!status || String(row.isStatus) === status)),
    [state, key, status],
  )
  const shown = state === '一千行' ? found : found.slice((page - 1) * size, page * size)
  const without = state === '正在加载' || state === '没有权限' || state === '加载失败'
  const read: ListRead<Sample> = {
    data: without ? undefined : { content: shown, totalElements: found.length },
    error: errorOf(state),
    isPending: without,
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
        columns={columns}
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
