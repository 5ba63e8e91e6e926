// AG Grid Community has no tree data: it gets the visible rows as a flat list, with a cell that indents them. Cells are
// plain elements, the fastest method of AG Grid.
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { benchTree, flatRows, present, ROWS } from './shared.mjs'

ModuleRegistry.registerModules([AllCommunityModule])
const tree = benchTree(ROWS)
const all = flatRows(tree)
const root = document.getElementById('root')
root.style.height = '700px'

const element = (name, props = {}, ...children) => {
  const created = Object.assign(document.createElement(name), props)
  created.append(...children)
  return created
}
const open = new Set(all.map((row) => row.id))
const titleCell = ({ data }) => {
  const cell = element('div', { className: 'titleCell' })
  cell.style.paddingLeft = `${(data.level - 1) * 24}px`
  cell.append(
    element('button', {
      className: 'expander',
      textContent: data.child.length > 0 ? (open.has(data.id) ? '▾' : '▸') : '',
    }),
    element('span', { className: 'text', title: data.title, textContent: data.title }),
    element('span', { className: 'tag', textContent: data.tag }),
  )
  return cell
}
const sortCell = ({ data }) => element('input', { className: 'sort', value: String(data.sort) })
const switchCell = ({ value }) => element('input', { type: 'checkbox', checked: value })

let grid
const show = (rows) => grid.setGridOption('rowData', rows)
present({
  rows: ROWS,
  scroller: '.ag-body-viewport, .ag-grid-viewport',
  row: '.ag-row',
  input: '.ag-row input.sort',
  mount: () => {
    grid = createGrid(root, {
      rowData: all,
      rowHeight: 44,
      headerHeight: 40,
      animateRows: false,
      getRowId: ({ data }) => String(data.id),
      columnDefs: [
        { field: 'title', headerName: '栏目名称', flex: 1, cellRenderer: titleCell },
        { field: 'sort', headerName: '排序', width: 130, cellRenderer: sortCell },
        { field: 'hits', headerName: '点击量', width: 100 },
        { field: 'shown', headerName: '显示', width: 100, cellRenderer: switchCell },
        { field: 'front', headerName: '前台发布', width: 100, cellRenderer: switchCell },
      ],
    })
  },
  folding: {
    expandAll: () => {
      for (const row of all) open.add(row.id)
      show(all)
    },
    collapseAll: () => {
      open.clear()
      show(tree)
    },
  },
})
