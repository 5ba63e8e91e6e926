import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SortInput } from './SortInput.tsx'
import { TreeTable, type TreeTableProps } from './TreeTable.tsx'
import type { RowKey } from './types.ts'
import { useTreeState } from './useTreeState.ts'

interface Row {
  id: number
  title: string
  child: Row[]
}
const row = (id: number, title: string, ...child: Row[]): Row => ({ id, title, child })
const SITE = [row(1, '新闻中心', row(2, '公司新闻', row(3, '图片新闻')), row(4, '行业动态')), row(5, '关于我们')]
const many = (count: number): Row[] =>
  Array.from({ length: count / 10 }, (_a, i) =>
    row(i * 10, `栏目 ${i}`, ...Array.from({ length: 9 }, (_b, j) => row(i * 10 + j + 1, `栏目 ${i}-${j}`))),
  )

let drawn: number[] = []
type Extra = Partial<TreeTableProps<Row>> & { ticks?: boolean; initially?: 'expanded' | 'collapsed' }

function Site({ rows, ticks = false, initially = 'collapsed', ...rest }: Extra) {
  const tree = useTreeState({ initially })
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const [opened, setOpened] = useState('')
  const columns = useMemo(
    () => [
      {
        key: 'title',
        title: '栏目名称',
        render: (each: Row) => {
          drawn.push(each.id)
          return each.title
        },
      },
      {
        key: 'sort',
        title: '排序',
        render: (each: Row) => (
          <SortInput value={each.id} label={`排序 ${each.title}`} save={() => Promise.resolve()} />
        ),
      },
    ],
    [],
  )
  return (
    <>
      <button type="button" onClick={tree.expandAll}>
        展开全部
      </button>
      <button type="button" onClick={tree.collapseAll}>
        折叠全部
      </button>
      <TreeTable
        label="栏目"
        columns={columns}
        rows={rows}
        rowKey={(each) => each.id}
        rowLabel={(each) => each.title}
        childrenOf={(each) => each.child}
        tree={tree}
        {...(ticks ? { selection: { keys, onChange: setKeys } } : {})}
        onOpen={(each) => setOpened(each.title)}
        {...rest}
      />
      <p>opened {opened}</p>
      <p>selected {[...keys].join(',')}</p>
    </>
  )
}

const line = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(name) })
const lines = (): (string | null)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent ?? null)
const focused = (): string | null | undefined => document.activeElement?.textContent

describe('the tree table', () => {
  it('shows the roots, and what is below an opened row, indented by 24 px [A-324]', async () => {
    renderUi(<Site rows={SITE} />, { host: aHost() })
    expect(lines()).toEqual(['新闻中心', '关于我们'])
    await userEvent.click(screen.getByRole('button', { name: '展开 新闻中心' }))
    expect(lines()).toEqual(['新闻中心', '公司新闻', '行业动态', '关于我们'])
    const indent = (name: string) => within(line(name)).getAllByRole('gridcell')[0]?.style.paddingInlineStart
    expect([indent('新闻中心'), indent('公司新闻')]).toEqual(['12px', '36px'])
    await userEvent.click(screen.getByRole('button', { name: '收起 新闻中心' }))
    expect(lines()).toEqual(['新闻中心', '关于我们'])
  })

  it('exposes level, position and expanded state to a screen reader', async () => {
    renderUi(<Site rows={SITE} initially="expanded" />, { host: aHost() })
    const facts = (name: string) =>
      ['level', 'posinset', 'setsize', 'expanded', 'rowindex'].map((each) => line(name).getAttribute(`aria-${each}`))
    expect(facts('新闻中心')).toEqual(['1', '1', '2', 'true', '2'])
    expect(facts('行业动态')).toEqual(['2', '2', '2', null, '5'])
    expect(screen.getByRole('treegrid', { name: '栏目' }).getAttribute('aria-rowcount')).toBe('6')
  })

  it('expands and collapses all', async () => {
    renderUi(<Site rows={SITE} />, { host: aHost() })
    await userEvent.click(screen.getByRole('button', { name: '展开全部' }))
    expect(lines()).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: '折叠全部' }))
    expect(lines()).toHaveLength(2)
  })

  it('is worked with the keyboard', async () => {
    const user = userEvent.setup()
    renderUi(<Site rows={SITE} ticks />, { host: aHost() })
    act(() => line('新闻中心').focus())
    await user.keyboard('{ArrowRight}')
    expect(lines()).toHaveLength(4)
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('公司新闻')
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focused()).toBe('图片新闻')
    await user.keyboard('{ArrowLeft}')
    expect(focused()).toBe('公司新闻')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(focused()).toBe('新闻中心')
    await user.keyboard('{End}{Enter} ')
    expect(screen.getByText('opened 关于我们')).toBeTruthy()
    expect(screen.getByText('selected 5')).toBeTruthy()
    await user.keyboard('{Home}')
    expect(focused()).toBe('新闻中心')
  })

  it('ticks all below with the parent, and shows a part of them as mixed', async () => {
    const user = userEvent.setup()
    renderUi(<Site rows={SITE} ticks cascade initially="expanded" />, { host: aHost() })
    await user.click(screen.getByRole('checkbox', { name: '选择 公司新闻' }))
    expect(screen.getByText('selected 2,3')).toBeTruthy()
    const news = screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 新闻中心' })
    expect([news.checked, news.indeterminate]).toEqual([false, true])
    await user.click(news)
    expect(screen.getByText('selected 2,3,1,4')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(screen.getByText('selected 1,2,3,4,5')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(screen.getByText('selected')).toBeTruthy()
  })

  it('says that it is loading', () => {
    renderUi(<Site rows={undefined} />, { host: aHost() })
    expect(screen.getByRole('treegrid').getAttribute('aria-busy')).toBe('true')
  })

  it('says that there is nothing', () => {
    renderUi(<Site rows={[]} />, { host: aHost() })
    expect(screen.getByText('暂无数据')).toBeTruthy()
  })

  it('shows why it failed and tries again', async () => {
    let again = 0
    const read = { isPending: false, error: new AppError('timeout', '服务器没有及时回答'), refetch: () => again++ }
    renderUi(<Site rows={undefined} read={read} />, { host: aHost() })
    expect(screen.getByText('服务器没有及时回答')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(again).toBe(1)
  })

  it('draws only what is in view of ten thousand rows', () => {
    renderUi(<Site rows={many(10_000)} initially="expanded" />, { host: aHost() })
    expect(lines().length).toBeLessThan(60)
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('10001')
  })

  it('draws no row again while a sort value is typed, and only the opened one when it opens', async () => {
    renderUi(<Site rows={SITE} />, { host: aHost() })
    drawn = []
    await userEvent.type(screen.getByRole('textbox', { name: '排序 新闻中心' }), '23')
    expect(drawn).toEqual([])
    drawn = []
    await userEvent.click(screen.getByRole('button', { name: '展开 新闻中心' }))
    expect(drawn).toEqual([1, 2, 4, 5])
  })

  it('keeps what is open, and a text that is being typed, when the rows are loaded again', async () => {
    const { rerender } = renderUi(<Reloading />, { host: aHost() })
    expect(rerender).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '展开 新闻中心' }))
    await userEvent.type(screen.getByRole('textbox', { name: '排序 公司新闻' }), '77')
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(lines()).toEqual(['新闻中心', '公司新闻', '行业动态', '新栏目'])
    expect(screen.getByRole('textbox', { name: '排序 公司新闻' })).toHaveProperty('value', '277')
  })

  it('keeps a text that could not be saved while its row is folded away', async () => {
    renderUi(<Site rows={SITE} />, { host: aHost() })
    const sort = () => screen.getByRole('textbox', { name: '排序 公司新闻' })
    const gone = () => screen.queryByRole('textbox', { name: '排序 公司新闻' })
    await userEvent.click(screen.getByRole('button', { name: '展开 新闻中心' }))
    await userEvent.type(sort(), 'x')
    await userEvent.click(screen.getByRole('button', { name: '收起 新闻中心' }))
    expect(gone()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '展开 新闻中心' }))
    expect([sort().getAttribute('aria-invalid'), (sort() as HTMLInputElement).value]).toEqual(['true', '2x'])
    await userEvent.click(screen.getByRole('button', { name: '折叠全部' }))
    expect(lines()).toEqual(['新闻中心', '关于我们'])
    await userEvent.click(screen.getByRole('button', { name: '展开全部' }))
    expect(sort()).toHaveProperty('value', '2x')
  })

  it('begins at the given row, not at the first', () => {
    renderUi(<Site rows={SITE} start={5} />, { host: aHost() })
    expect(line('关于我们').tabIndex).toBe(0)
    expect(line('新闻中心').tabIndex).toBe(-1)
  })
})

function Reloading() {
  const [rows, setRows] = useState(SITE)
  return (
    <>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setRows(RELOADED)}>
        重新加载
      </button>
      <Site rows={rows} />
    </>
  )
}
const RELOADED = [row(1, '新闻中心', row(2, '公司新闻', row(3, '图片新闻')), row(4, '行业动态')), row(9, '新栏目')]

describe('children that are loaded when their row is opened', () => {
  it('come when the row is opened, and again after a failure', async () => {
    const user = userEvent.setup()
    let down = true
    const loadChildren = async (each: Row): Promise<Row[]> => {
      if (down) throw new AppError('timeout', '服务器没有及时回答')
      return [row(each.id * 10, `${each.title}一`)]
    }
    renderUi(
      <Site rows={[row(1, '文件'), row(2, '图片')]} loadChildren={loadChildren} hasChildren={(each) => each.id < 5} />,
      {
        host: aHost(),
      },
    )
    await user.click(screen.getByRole('button', { name: '展开 文件' }))
    await screen.findByText('加载失败：服务器没有及时回答')
    down = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(lines()).toEqual(['文件', '文件一', '图片']))
    expect(line('文件一').getAttribute('aria-expanded')).toBeNull()
  })
})
