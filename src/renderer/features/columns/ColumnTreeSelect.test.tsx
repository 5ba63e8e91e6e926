import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Column } from '#shared/contract/column.ts'
import { AppError } from '#shared/errors/index.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ColumnTreeSelect } from './ColumnTreeSelect.tsx'

const column = (id: number, title: string, ...child: Column[]): Column => aColumn(id, title, { child })
const TREE = [column(1, '新闻中心', column(2, '公司新闻', column(3, '图片新闻'))), column(5, '关于我们')]

function Choice({ start = 0 }: { start?: number }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <ColumnTreeSelect
        siteId={7}
        value={value}
        onChange={setValue}
        label="目标栏目"
        rootTitle="顶级栏目"
        exclude={(each) => each.id === 5}
      />
      <p>chosen {value}</p>
    </>
  )
}
const host = () => aHost().on('column.getTree', () => TREE)
const trigger = (name: RegExp | string) => screen.findByRole('button', { name })
const titles = () => screen.getAllByRole('gridcell', { hidden: true }).map((each) => each.textContent)

describe('choosing a column', () => {
  it('offers the site’s tree without what is left out, open down to the chosen one', async () => {
    const fake = host()
    renderUi(<Choice start={3} />, { host: fake })
    await userEvent.click(await trigger('目标栏目 图片新闻'))
    await screen.findByRole('treegrid', { hidden: true })
    expect(titles()).toEqual(['顶级栏目', '新闻中心', '公司新闻', '图片新闻'])
    expect(fake.inputsOf('column.getTree')).toEqual([{ siteId: 7, showHiddenMenu: true }])
  })

  it('marks the chosen one, and the keyboard begins there', async () => {
    renderUi(<Choice start={3} />, { host: host() })
    await userEvent.click(await trigger('目标栏目 图片新闻'))
    await screen.findByRole('treegrid', { hidden: true })
    const marked = [...document.querySelectorAll('[aria-current="true"]')]
    expect(marked.map((each) => each.textContent)).toEqual(['图片新闻'])
    expect(marked[0]?.closest<HTMLElement>('[role="row"]')?.tabIndex).toBe(0)
  })

  it('finds columns by their title and takes one with the keyboard', async () => {
    const user = userEvent.setup()
    renderUi(<Choice />, { host: host() })
    await user.click(await trigger('目标栏目 顶级栏目'))
    await user.type(await screen.findByRole('searchbox', { hidden: true }), '图片{Enter}')
    await waitFor(() => expect(titles()).toEqual(['新闻中心', '公司新闻', '图片新闻']))
    await user.keyboard('{ArrowDown}{End}{Enter}')
    expect(await screen.findByText('chosen 3')).toBeTruthy()
    await trigger('目标栏目 图片新闻')
  })

  it('takes a column with a click, and the place above all', async () => {
    renderUi(<Choice start={3} />, { host: host() })
    await userEvent.click(await trigger('目标栏目 图片新闻'))
    await userEvent.click(await screen.findByText('顶级栏目'))
    expect(await screen.findByText('chosen 0')).toBeTruthy()
  })

  it('unfolds what can not be chosen itself, and leaves out where nothing can', async () => {
    const chosen: number[] = []
    const fits = ({ id }: Column): boolean => id === 2
    renderUi(
      <ColumnTreeSelect siteId={7} value={0} onChange={(id) => chosen.push(id)} label="目标栏目" fits={fits} />,
      {
        host: host(),
      },
    )
    await userEvent.click(await trigger('目标栏目 请选择栏目'))
    await userEvent.click(await screen.findByText('新闻中心'))
    await userEvent.click(await screen.findByText('公司新闻'))
    expect(chosen).toEqual([2])
    expect(screen.queryByText('关于我们')).toBeNull()
    expect(screen.queryByText('图片新闻')).toBeNull()
  })

  it('shows why the columns could not be loaded', async () => {
    const fake = aHost().on('column.getTree', () => {
      throw new AppError('timeout', '服务器没有及时回答')
    })
    renderUi(<Choice />, { host: fake })
    await userEvent.click(await trigger('目标栏目 顶级栏目'))
    expect(await screen.findByText('服务器没有及时回答')).toBeTruthy()
  })
})
