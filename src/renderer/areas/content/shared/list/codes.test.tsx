import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { PROMOTIONS } from '#shared/domain/promotions.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aSession } from '#tests/builders/session.ts'
import { aContentHost } from '#tests/setup/contentHost.ts'
import { renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from './ContentPage.tsx'

configure({ defaultHidden: true })

const ENTRIES = [anEntry(1, '新船下水'), anEntry(2, '年会通知', { isStatus: false })]
/** Grants the column without a code of its own. */
const READS = 1105

/** Opens the list with these codes of its column, and waits for its rows. */
async function open(...codes: number[]) {
  const grant = { siteId: 1, menuItemDTOList: [{ menuId: 11, settingList: [READS, ...codes] }] }
  const fake = aContentHost(ENTRIES).on('session.status', () => aSession({ groupId: 7, siteItemDTOList: [grant] }))
  renderUi(
    <Routes>
      <Route path="/admin/model_manage/:menuId" element={<ContentPage review={false} />} />
    </Routes>,
    { host: fake, at: '/admin/model_manage/11' },
  )
  await screen.findByRole('row', { name: /新船下水/ })
  return { fake, user: userEvent.setup() }
}

const buttons = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') || each.textContent)
const batch = () => {
  const bar = screen.queryByRole('group', { name: '批量操作' })
  return bar
    ? within(bar)
        .getAllByRole('button')
        .map((each) => each.textContent)
    : []
}
const ticks = () => screen.queryAllByRole('checkbox').length
const head = () => screen.getAllByRole('columnheader').map((each) => each.textContent)

describe('what a code of the column shows', () => {
  it('none: search and rows alone', async () => {
    await open()
    const names = buttons()
    for (const name of ['新增', '回收站', '草稿箱', '编辑 新船下水', '更多 新船下水', '删除 新船下水'])
      expect(names).not.toContain(name)
    expect(batch()).toEqual([])
    expect(ticks()).toBe(0)
    expect(head()).toEqual(['标题', '来源', '创建时间', '排序'])
  })

  it('1101: add, recycle bin, draft box, and nothing else [A-203]', async () => {
    await open(1101)
    expect(buttons()).toEqual(expect.arrayContaining(['新增', '回收站', '草稿箱']))
    expect(batch()).toEqual([])
    expect(head()).not.toContain('操作')
  })

  it('1102: edit and the menu 更多 with the copy, also to another site, and nothing else [A-204]', async () => {
    const { user } = await open(1102)
    expect(buttons()).toEqual(expect.arrayContaining(['编辑 新船下水', '更多 新船下水']))
    for (const name of ['新增', '回收站', '草稿箱', '删除 新船下水']) expect(buttons()).not.toContain(name)
    expect(batch()).toEqual([])
    expect(screen.getByRole('textbox', { name: '排序 新船下水' })).toHaveProperty('disabled', false)
    await user.click(screen.getByRole('button', { name: '更多 新船下水' }))
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
      '复制',
      '跨站复制',
      // For everybody who may read.
      '时间线',
      '复制程序内链接',
    ])
    await user.click(screen.getByRole('menuitem', { name: '复制' }))
    expect(await screen.findByRole('combobox', { name: '目标站点' })).toBeTruthy()
  })

  it('1103: delete, of one and of many, and nothing else [A-205]', async () => {
    await open(1103)
    expect(buttons()).toEqual(expect.arrayContaining(['删除 新船下水', '删除 年会通知']))
    expect(buttons()).not.toContain('编辑 新船下水')
    expect(batch()).toEqual(['', '删除'])
    expect(ticks()).toBe(3)
  })

  it('1104: cancel publish and batch copy, also publish, and nothing else [A-206]', async () => {
    await open(1104)
    expect(batch()).toEqual(['', '发布', '取消发布', '批量复制', '跨站复制'])
    for (const name of ['编辑 新船下水', '删除 新船下水', '更多 新船下水']) expect(buttons()).not.toContain(name)
  })

  it.each(PROMOTIONS.map(({ title }, at) => [1108 + at, title] as const))(
    '%i: setting and cancelling %s alone [A-211]',
    async (code, title) => {
      const { user } = await open(code)
      expect(batch()).toEqual(['', '推荐与置顶'])
      await user.click(screen.getByRole('button', { name: '推荐与置顶' }))
      const flags = await screen.findAllByRole('menuitem')
      expect(flags.map((each) => each.textContent)).toEqual([title])
      await user.click(screen.getByRole('menuitem', { name: title }))
      await screen.findByRole('menuitem', { name: `设置${title}` })
      expect(screen.getByRole('menuitem', { name: `取消${title}` })).toBeTruthy()
    },
  )

  it('1122: the column of the status, and no button [A-210]', async () => {
    const { fake } = await open(1122)
    expect(head()).toEqual(['标题', '来源', '创建时间', '状态', '排序'])
    expect(screen.getByText('已发布')).toBeTruthy()
    expect(screen.getByText('未发布')).toBeTruthy()
    expect(batch()).toEqual([])
    expect(fake.inputsOf('content.page')).toHaveLength(1)
  })

  it('the filter by status belongs to the search bar, which needs none', async () => {
    const { fake, user } = await open()
    await user.click(screen.getByRole('combobox', { name: '发布状态' }))
    await user.click(await screen.findByRole('option', { name: '未发布' }))
    await screen.findByRole('row', { name: /年会通知/ })
    expect(fake.inputsOf('content.page').at(-1)).toMatchObject({ isStatus: false })
  })
})
