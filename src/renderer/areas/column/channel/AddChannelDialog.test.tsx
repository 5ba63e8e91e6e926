import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { AddChannelDialog } from './AddChannelDialog.tsx'

configure({ defaultHidden: true })

const parent = aColumn(201, '新闻')
const open = (fake: FakeBridge) => {
  renderUi(<AddChannelDialog siteId={1} parent={parent} onPlaced={() => undefined} onClose={() => undefined} />, {
    host: fake,
  })
  return userEvent.setup()
}
const choose = async (user: ReturnType<typeof userEvent.setup>, module: string): Promise<void> => {
  await user.click(screen.getByRole('combobox', { name: /^栏目模块/ }))
  await user.click(await screen.findByRole('option', { name: module }))
}
const boxes = () => screen.queryAllByRole('checkbox').map((box) => box.closest('span')?.textContent)
const save = () => screen.getByRole('button', { name: '确定' })

describe('adding a channel', () => {
  it('asks for name, English name, module and positions, which only modules 8 and 9 have [A-049] [A-051] [A-052]', async () => {
    const user = open(aHost())
    expect(screen.getByLabelText('英文名称')).toBeDefined()
    expect(boxes()).toEqual([])
    await choose(user, '文章')
    expect(boxes()).toEqual([])
    await choose(user, '专题')
    expect(boxes()).toEqual(['顶部导航', '右上角', '左侧', '热门排行'])
    await choose(user, '导航专题')
    expect(boxes()).toEqual(['顶部导航'])
  })

  it('needs a name and a module, and reports it at once [A-171] [A-172]', async () => {
    const fake = aHost()
    const user = open(fake)
    await user.click(save())
    await waitFor(() => expect(screen.getAllByText('请输入栏目名称').length).toBeGreaterThan(0))
    expect(screen.getByText('请选择栏目模块')).toBeDefined()
    expect(fake.inputsOf('column.saveBase')).toEqual([])
  })

  it('adds below its parent and asks to sign in again; positions that the module lacks are omitted [A-041] [A-054]', async () => {
    const fake = aHost().on('column.saveBase', () => aColumnDetail(aColumn(300, '展会')))
    const user = open(fake)
    await user.type(screen.getByLabelText(/^栏目名称/), '展会')
    await choose(user, '专题')
    await user.click(screen.getByRole('checkbox', { name: '左侧' }))
    await user.click(screen.getByRole('checkbox', { name: '顶部导航' }))
    await choose(user, '导航专题')
    await user.click(save())
    const message = await screen.findByRole('alertdialog')
    expect(message.textContent).toContain('请退出登录后重新登录')
    await user.click(within(message).getByRole('button', { name: '确定' }))
    expect(fake.inputsOf('column.saveBase')[0]).toMatchObject({
      siteId: 1,
      parentId: 201,
      title: '展会',
      moduleId: 9,
      menuType: 2,
      showPositionIds: [1],
    })
  })

  it('keeps the typed text when the server refuses', async () => {
    const fake = aHost().on('column.saveBase', () => {
      throw new AppError('forbidden', '栏目“新闻”不允许添加下级栏目')
    })
    const user = open(fake)
    await user.type(screen.getByLabelText(/^栏目名称/), '展会')
    await choose(user, '文章')
    await user.click(save())
    await screen.findByText('栏目“新闻”不允许添加下级栏目')
    expect(screen.getByLabelText(/^栏目名称/)).toHaveProperty('value', '展会')
  })
})
