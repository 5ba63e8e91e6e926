import { Button } from '@fluentui/react-components'
import { ArrowSyncRegular, DeleteRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { MOCK_ROUTES, type MockRoute } from '#shared/mock/routes.ts'
import { MOCK_LOGS, type MockLog, mockDepartments } from '#shared/mock/samples.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { notify } from '#renderer/data/notices.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import type { DemoContents } from '../shared/demoRoutes.ts'
import { badge, column, pageRead, statusBadge, useDemoStyles } from '../shared/kit.tsx'
import { type Sample, sampleRows } from '../shared/samples.ts'

const SAMPLES = sampleRows(47)
const SAMPLE_COLUMNS: readonly TableColumn<Sample>[] = [
  column('title', '名称'),
  column('owner', '负责人', '120px'),
  { key: 'status', title: '状态', width: '90px', render: (row) => statusBadge(row.isStatus) },
  column('date', '创建时间', '180px'),
]

function SampleTable() {
  const toast = useToast()
  const list = useLocalList({})
  const [removedIds, setGone] = useState<ReadonlySet<number>>(new Set())
  const found = SAMPLES.filter((row) => row.title.includes(list.input.key) && !removedIds.has(row.id))
  return (
    <ListBody
      label="示例表格"
      list={list}
      read={pageRead(found, list.input)}
      columns={SAMPLE_COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索名称"
      batch={(keys, clear) => (
        <BatchButton
          keys={keys}
          title="批量删除"
          icon={DeleteRegular}
          onRun={(each) => {
            setGone(new Set([...removedIds, ...each]))
            toast.success(`已删除 ${each.length} 项（示例）`)
            clear()
          }}
        />
      )}
      onOpen={(row) => toast.info(`打开 ${row.title}`)}
    />
  )
}

const SYSTEM_LOG_COLUMNS: readonly TableColumn<MockLog>[] = [
  column('account', '账号', '120px'),
  column('type', '操作'),
  {
    key: 'result',
    title: '结果',
    width: '90px',
    render: ({ executeResult }) => badge(executeResult, executeResult === '成功' ? 'success' : 'danger'),
  },
  column('ip', 'IP', '130px'),
  column('datetime', '时间', '180px'),
]

function SystemLog() {
  const list = useLocalList({})
  const found = MOCK_LOGS.filter(({ account }) => account.includes(list.input.key))
  return (
    <ListBody
      label="系统日志"
      list={list}
      read={pageRead(found, list.input)}
      columns={SYSTEM_LOG_COLUMNS}
      rowKey={(row) => row.id}
      search="搜索账号"
    />
  )
}

const ERROR_COLUMNS: readonly TableColumn<{ message: string; time: string }>[] = [
  { key: 'level', title: '级别', width: '90px', render: () => badge('错误', 'danger') },
  column('message', '内容'),
  column('time', '时间', '180px'),
]

function ErrorLog() {
  const styles = useDemoStyles()
  const [errors, setErrors] = useState<readonly { id: number; message: string; time: string }[]>([])
  const add = (message: string): void =>
    setErrors([{ id: errors.length + 1, message, time: formatDateTime(new Date()) }, ...errors])
  return (
    <>
      <div className={styles.row}>
        <Button onClick={() => add('TypeError：无法读取未定义的属性“title”')}>产生一个错误</Button>
        <Button disabled={errors.length === 0} onClick={() => setErrors([])}>
          清空
        </Button>
      </div>
      <DataTable
        label="错误日志"
        columns={ERROR_COLUMNS}
        rows={errors}
        rowKey={(row) => row.id}
        empty={<EmptyState title="没有错误" text="点击“产生一个错误”，错误会显示在列表中。" />}
      />
    </>
  )
}

interface TreeSampleProps<Row> {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Keys of the rows that are expanded at first; absent: all. */
  expandedKeys?: readonly string[]
}

function TreeSample<Row extends { children?: readonly Row[] }>(props: TreeSampleProps<Row>) {
  const { label, columns, rows, keyOf, nameOf, expandedKeys } = props
  const styles = useDemoStyles()
  const tree = useTreeState(expandedKeys ? { initially: 'collapsed', opened: expandedKeys } : { initially: 'expanded' })
  return (
    <div className={styles.tree}>
      <TreeTable
        {...{ label, columns, rows, tree }}
        childrenOf={(row) => row.children ?? []}
        rowKey={keyOf}
        rowLabel={nameOf}
      />
    </div>
  )
}

function Departments() {
  const rows = useMemo(() => mockDepartments(), [])
  return (
    <TreeSample
      label="部门"
      columns={[
        column('name', '名称'),
        { key: 'parent', title: '上级', width: '140px', render: (row) => row.parentName || '无' },
        column('order', '排序', '80px'),
        column('createTime', '创建时间', '180px'),
      ]}
      rows={rows}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
    />
  )
}

const rolesOf = ({ meta: { roles } }: MockRoute): string => {
  if (!roles) return '不限'
  return 'mode' in roles ? `除 ${roles.role.join('、')} 外` : roles.join('、')
}
const flagsOf = ({ hidden, alwaysShow, meta }: MockRoute): string =>
  [
    hidden && '不在菜单中',
    alwaysShow && '总是显示为组',
    meta.affix && '固定',
    meta.noKeepAlive && '不缓存',
    meta.dynamicNewTab && '每个地址一个标签',
    meta.target && '新窗口',
  ]
    .filter(Boolean)
    .join('、')

const Menus = () => (
  <TreeSample
    label="菜单"
    columns={[
      { key: 'title', title: '标题', render: (row) => row.meta.title },
      column('path', '地址'),
      { key: 'icon', title: '图标', width: '150px', render: (row) => row.meta.icon ?? '' },
      { key: 'roles', title: '角色', width: '130px', render: rolesOf },
      { key: 'flags', title: '显示', width: '150px', render: flagsOf },
    ]}
    rows={MOCK_ROUTES}
    keyOf={(row) => row.name}
    nameOf={(row) => row.meta.title}
    expandedKeys={['Vab']}
  />
)

const RECORD_TABS = [
  { id: 'failed', title: '失败记录' },
  { id: 'successful', title: '成功记录' },
] as const

const RECORDS = (
  [
    ['海洋科技周开幕', '集团官网', '海洋科技', '2026-11-18 09:30:00', 'failed'],
    ['校园招聘启动', '集团官网', '校园频道', '2026-11-17 14:05:00', 'failed'],
    ['三季度经营情况', '集团官网', '投资者关系', '2026-11-16 10:00:00', 'successful'],
    ['关于系统维护的通知', '新闻门户', '集团官网', '2026-11-15 16:45:00', 'successful'],
    ['新产品发布会', '产品中心', '新闻门户', '2026-11-14 11:20:00', 'successful'],
  ] as const
).map(([title, source, target, time, state]) => ({ title, source, target, time, state }))

const RECORD_COLUMNS: readonly TableColumn<(typeof RECORDS)[number]>[] = [
  column('title', '标题'),
  column('source', '来源站点', '110px'),
  column('target', '目标站点', '110px'),
  column('time', '转发时间', '170px'),
  {
    key: 'status',
    title: '状态',
    width: '80px',
    render: ({ state }) => (state === 'failed' ? badge('失败', 'danger') : badge('成功', 'success')),
  },
  {
    key: 'sync',
    title: '操作',
    width: '110px',
    align: 'end',
    render: ({ title }) => (
      <Button
        size="small"
        icon={<ArrowSyncRegular />}
        aria-label={`同步 ${title}`}
        onClick={() => notify('info', `“${title}”是示例，未同步`)}
      >
        同步
      </Button>
    ),
  },
]

function ForwardingRecords() {
  const [tab, setTab] = useState<(typeof RECORD_TABS)[number]['id']>('failed')
  return (
    <Tabs tabs={RECORD_TABS} selected={tab} onSelect={setTab}>
      <DataTable
        label={tab === 'failed' ? '失败记录' : '成功记录'}
        columns={RECORD_COLUMNS}
        rows={RECORDS.filter((row) => row.state === tab)}
        rowKey={(row) => row.title}
        rowLabel={(row) => row.title}
      />
    </Tabs>
  )
}

export const TABLE_PAGES: DemoContents = {
  '/vab/table': { text: '搜索、分页、选择和批量操作。', Content: SampleTable },
  '/vab/log': { text: '页面中出现的错误，从新到旧。', Content: ErrorLog },
  '/setting/systemLog': { text: '与模拟接口 /systemLog/getList 相同的日志。', Content: SystemLog },
  '/setting/departmentManagement': { text: '部门树，与模拟接口的数据相同。', Content: Departments },
  '/setting/menuManagement': {
    text: '模拟接口 /router/getList 的路由：地址、图标、角色和显示方式。',
    Content: Menus,
  },
  '/system/demo/forwarding-records': {
    text: '跨站转发的失败和成功记录，均为固定示例。',
    Content: ForwardingRecords,
  },
}
