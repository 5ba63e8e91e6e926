import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DataTable } from './DataTable.tsx'
import { Pager } from './Pager.tsx'
import type { RowKey } from './types.ts'
import { usePaging } from './usePaging.ts'

const columns = [
  { key: 'name', title: '名称', render: (row: { name: string }) => row.name },
  { key: 'folder', title: '文件夹', render: (row: { folder: string }) => row.folder },
]

function List() {
  const paging = usePaging(10)
  const read = useRead('template.list', paging.input, { quiet: true, keepPrevious: true })
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
  const [opened, setOpened] = useState('')
  return (
    <>
      <DataTable
        label="模板"
        columns={columns}
        rows={read.data?.content}
        read={read}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        selection={{ keys, onChange: setKeys }}
        onOpen={(row) => setOpened(row.name)}
      />
      <Pager paging={paging} total={read.data?.totalElements ?? 0} />
      <p>opened {opened}</p>
      <p>selected {[...keys].join(',')}</p>
    </>
  )
}

const many = (count: number) =>
  Array.from({ length: count }, (_row, i) => aTemplate({ id: i + 1, name: `模板 ${i + 1}` }))
const rows = (): HTMLElement[] => screen.getAllByRole('row').slice(1)

describe('the table', () => {
  it('says that it is loading, then shows the rows', async () => {
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf(many(2))) })
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    await screen.findByText('模板 2')
    expect(rows()).toHaveLength(2)
    expect(screen.getByText('模板 1').getAttribute('title')).toBe('模板 1')
  })

  it('draws a row again only when something of its own changes', async () => {
    const drawn: string[] = []
    const counted = [
      { key: 'name', title: '名称', render: (row: { name: string }) => (drawn.push(row.name), row.name) },
    ]
    const known = many(30)
    function Counted() {
      const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set())
      return (
        <DataTable
          label="模板"
          columns={counted}
          rows={known}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.name}
          selection={{ keys, onChange: setKeys }}
          onOpen={() => undefined}
        />
      )
    }
    renderUi(<Counted />, { host: aHost() })
    await screen.findByText('模板 30')
    drawn.length = 0
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 模板 3' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 模板 3' }).checked).toBe(true)
    // The first row, which Tab led to, and the third.
    expect(new Set(drawn)).toEqual(new Set(['模板 1', '模板 3']))
  })

  it('says that there is nothing', async () => {
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf<never>([])) })
    expect(await screen.findByText('暂无数据')).toBeTruthy()
  })

  it('shows why it failed and tries again', async () => {
    let down = true
    const host = aHost().on('template.list', () => {
      if (down) throw new AppError('timeout', '服务器没有及时回答')
      return pageOf(many(1))
    })
    renderUi(<List />, { host })
    await screen.findByText('服务器没有及时回答')
    down = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('模板 1')).toBeTruthy()
  })

  it('moves between rows with the arrow keys, opens with Enter or double-click, selects with Space', async () => {
    const user = userEvent.setup()
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf(many(3))) })
    await screen.findByText('模板 3')
    rows()[0]?.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(rows()[1]))
    await user.keyboard('{Enter} ')
    expect(screen.getByText('opened 模板 2')).toBeTruthy()
    expect(screen.getByText('selected 2')).toBeTruthy()
    await user.dblClick(screen.getByText('模板 3'))
    expect(screen.getByText('opened 模板 3')).toBeTruthy()
  })

  it('takes a key that follows an arrow key at once for the row that the arrow led to', async () => {
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf(many(3))) })
    await screen.findByText('模板 3')
    rows()[0]?.focus()
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(rows()[1])
    expect(screen.getByText('opened 模板 2')).toBeTruthy()
  })

  it('selects all and none', async () => {
    const user = userEvent.setup()
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf(many(2))) })
    await screen.findByText('模板 2')
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(screen.getByText('selected 1,2')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '选择 模板 1' }))
    expect(screen.getByText('selected 2')).toBeTruthy()
  })

  it('draws only what is in view of a long list', async () => {
    renderUi(<List />, { host: aHost().on('template.list', () => pageOf(many(1000))) })
    await screen.findByText('模板 1')
    expect(rows().length).toBeLessThan(60)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  })
})

describe('the pager', () => {
  it('has total, sizes, previous, pages, next and jumper, in this order [A-316]', async () => {
    renderUi(<List />, {
      host: aHost().on('template.list', () => ({ ...pageOf(many(10)), totalElements: 95, totalPages: 10 })),
    })
    await screen.findByText('模板 1')
    const pager = screen.getByRole('navigation', { name: '分页' })
    expect(pager.textContent).toMatch(/^共 95 条.*10 条\/页.*123456…10前往页$/)
    expect(within(pager).getByRole('button', { name: '上一页' })).toHaveProperty('disabled', true)
  })

  it('asks for the page, the size and the jump that the user wants', async () => {
    const user = userEvent.setup()
    const host = aHost().on('template.list', () => ({ ...pageOf(many(10)), totalElements: 95, totalPages: 10 }))
    renderUi(<List />, { host })
    await screen.findByText('模板 1')
    const last = () => host.inputsOf('template.list').at(-1)
    await user.click(screen.getByRole('button', { name: '下一页' }))
    await waitFor(() => expect(last()).toMatchObject({ page: 2, size: 10 }))
    await user.type(screen.getByLabelText('前往第几页'), '99{Enter}')
    await waitFor(() => expect(last()).toMatchObject({ page: 10 }))
    await user.selectOptions(screen.getByLabelText('每页条数'), '20')
    await waitFor(() => expect(last()).toMatchObject({ page: 1, size: 20 }))
  })

  it('goes back when the last page has become empty', async () => {
    const user = userEvent.setup()
    let total = 11
    const host = aHost().on('template.list', () => ({ ...pageOf(many(1)), totalElements: total, totalPages: 2 }))
    renderUi(<List />, { host })
    await screen.findByText('共 11 条')
    total = 10
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    await waitFor(() => expect(host.inputsOf('template.list').at(-1)).toMatchObject({ page: 2 }))
    const first = (): HTMLElement => screen.getByRole('button', { name: '第 1 页' })
    await waitFor(() => expect(first().getAttribute('aria-current')).toBe('page'))
  })
})
