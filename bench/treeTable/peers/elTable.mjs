// element-plus's el-table renders every row: 10,000 rows take more than a minute, so it gets 1,000. Collapsing all rows
// one by one takes minutes and is not measured.
import 'element-plus/theme-chalk/el-table.css'
import { ElTable, ElTableColumn } from 'element-plus'
import { createApp, h } from 'vue'
import { benchTree, present } from './shared.mjs'

const ROWS = 1000
const rows = benchTree(ROWS)
const column = (prop, label, width, cell) =>
  h(ElTableColumn, { prop, label, ...(width ? { width } : {}) }, cell ? { default: ({ row }) => cell(row) } : undefined)
const switchCell = (key) => (row) => h('input', { type: 'checkbox', checked: row[key] })

const app = createApp({
  render: () =>
    h(
      ElTable,
      {
        data: rows,
        rowKey: 'id',
        height: 700,
        indent: 24,
        defaultExpandAll: true,
        treeProps: { children: 'child' },
      },
      () => [
        column('title', '栏目名称', 0, (row) => [
          h('span', { title: row.title }, row.title),
          h('span', { class: 'tag' }, row.tag),
        ]),
        column('sort', '排序', 130, (row) => h('input', { class: 'sort', value: row.sort })),
        column('hits', '点击量', 100),
        column('shown', '显示', 100, switchCell('shown')),
        column('front', '前台发布', 100, switchCell('front')),
      ],
    ),
})

present({
  rows: ROWS,
  scroller: '.el-scrollbar__wrap',
  row: '.el-table__row',
  input: 'input.sort',
  mount: () => app.mount('#root'),
})
