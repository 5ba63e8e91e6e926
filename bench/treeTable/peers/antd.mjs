// antd's virtual Table with its own tree data.
import { Table } from 'antd'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { benchTree, click, flatRows, present, ROWS } from './shared.mjs'

const rows = benchTree(ROWS)
const keys = flatRows(rows).map((row) => row.id)
const switchCell = (value) => h('input', { type: 'checkbox', defaultChecked: value })
const columns = [
  {
    title: '栏目名称',
    dataIndex: 'title',
    render: (title, row) => [
      h('span', { key: 1, className: 'text', title }, title),
      h('span', { key: 2, className: 'tag' }, row.tag),
    ],
  },
  {
    title: '排序',
    dataIndex: 'sort',
    width: 130,
    render: (sort) => h('input', { className: 'sort', defaultValue: sort }),
  },
  { title: '点击量', dataIndex: 'hits', width: 100 },
  { title: '显示', dataIndex: 'shown', width: 100, render: switchCell },
  { title: '前台发布', dataIndex: 'front', width: 100, render: switchCell },
]

function Page() {
  const [expandedRowKeys, setOpen] = useState(keys)
  const table = h(Table, {
    columns,
    dataSource: rows,
    rowKey: 'id',
    virtual: true,
    pagination: false,
    indentSize: 24,
    scroll: { x: 1200, y: 660 },
    expandable: { expandedRowKeys, childrenColumnName: 'child', onExpandedRowsChange: setOpen },
  })
  return [
    h('button', { key: 1, id: 'expand', onClick: () => setOpen(keys) }, '展开全部'),
    h('button', { key: 2, id: 'collapse', onClick: () => setOpen([]) }, '折叠全部'),
    h('div', { key: 3 }, table),
  ]
}

const root = createRoot(document.getElementById('root'))
present({
  rows: ROWS,
  scroller: '.ant-table-tbody-virtual-holder',
  row: '.ant-table-row',
  input: 'input.sort',
  mount: () => root.render(h(Page)),
  folding: { expandAll: () => click('expand'), collapseAll: () => click('collapse') },
})
