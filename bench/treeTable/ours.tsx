import { FluentProvider, makeStyles, webLightTheme } from '@fluentui/react-components'
import { createRoot } from 'react-dom/client'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import { TreeTable } from '#renderer/ui/table/TreeTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useTreeState } from '#renderer/ui/table/useTreeState.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { type BenchRow, benchTree } from './rows.ts'
import { click, exposeMeasurement } from './stage.ts'

const ROWS = 10_000
const rows = benchTree(ROWS)
const useStyles = makeStyles({ page: { display: 'flex', flexDirection: 'column', height: '700px' } })
const save = (): Promise<unknown> => Promise.resolve()
const keyOf = (row: BenchRow): number => row.id
const titleOf = (row: BenchRow): string => row.title
const childrenOf = (row: BenchRow): readonly BenchRow[] => row.child

const columns: TableColumn<BenchRow>[] = [
  {
    key: 'title',
    title: '栏目名称',
    render: (row) => (
      <TitleCell title={row.title}>
        <span className="tag">{row.tag}</span>
      </TitleCell>
    ),
  },
  {
    key: 'sort',
    title: '排序',
    width: '130px',
    render: (row) => <SortInput value={row.sort} label={`排序 ${row.title}`} save={save} />,
  },
  { key: 'hits', title: '点击量', width: '100px', render: (row) => row.hits },
  {
    key: 'shown',
    title: '显示',
    width: '100px',
    render: (row) => <SwitchCell checked={row.shown} label={`显示 ${row.title}`} change={save} />,
  },
  {
    key: 'front',
    title: '前台发布',
    width: '100px',
    render: (row) => <SwitchCell checked={row.front} label={`前台发布 ${row.title}`} change={save} />,
  },
]

function Page() {
  const styles = useStyles()
  const state = useTreeState({ initially: 'expanded' })
  return (
    <div className={styles.page}>
      <button type="button" id="expand" onClick={state.expandAll}>
        展开全部
      </button>
      <button type="button" id="collapse" onClick={state.collapseAll}>
        折叠全部
      </button>
      <TreeTable
        label="栏目"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        rowLabel={titleOf}
        childrenOf={childrenOf}
        tree={state}
      />
    </div>
  )
}

const root = createRoot(requireValue(document.getElementById('root'), 'the page has the root element'))
exposeMeasurement({
  rows: ROWS,
  scroller: ':has(> [role="treegrid"])',
  row: '[role="row"][data-index]',
  input: '[role="row"] input:not([role])',
  mount: () =>
    root.render(
      <FluentProvider theme={webLightTheme}>
        <Page />
      </FluentProvider>,
    ),
  folding: { expandAll: () => click('expand'), collapseAll: () => click('collapse') },
})
