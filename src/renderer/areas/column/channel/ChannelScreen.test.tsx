import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Column } from '#shared/contract/column.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ChannelScreen } from './ChannelScreen.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const news = aColumn(201, '新闻', {
  enTitle: 'News',
  moduleId: 1,
  listPageUrl: '/news/index.html',
  child: [aColumn(202, '集团新闻')],
})
const banner = aColumn(210, '轮播图', { identifies: 'banner', listPageUrl: '/b.html', showPositionIds: [1, 3] })
const system = aColumn(42, '我的', { child: [] })

const host = (tree: Column[] = [system, news, banner]): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('column.getTree', ({ siteId }) => (siteId === 1 ? tree : []))

const row = async (title: string): Promise<Element> =>
  requireValue((await screen.findByTitle(title)).closest('[role=row]'), 'a title stands in a row')
const button = (name: string) => screen.queryByRole('button', { name })

describe('the channel view', () => {
  it('lists the channels of the current site as a tree, without the system’s [A-039] [A-040]', async () => {
    const fake = host()
    renderUi(<ChannelScreen />, { host: fake })
    const grid = await screen.findByRole('treegrid', { name: '频道' })
    expect((await row('新闻')).textContent).toContain('News')
    expect((await row('集团新闻')).getAttribute('aria-level')).toBe('2')
    expect(within(grid).queryByText('我的')).toBeNull()
    expect((await row('轮播图')).textContent).toContain('顶部导航、左侧')
    expect(fake.inputsOf('column.getTree')).toEqual([{ siteId: 1, showHiddenMenu: true }])
  })

  it('offers SEO and the front address only where they belong [A-043] [A-045]', async () => {
    renderUi(<ChannelScreen />, { host: host() })
    const link = await screen.findByRole('link', { name: '前台地址 新闻' })
    await waitFor(() => expect(link.getAttribute('href')).toBe('https://site-1.example/news/index.html'))
    expect(link.getAttribute('target')).toBe('_blank')
    expect([button('设置SEO 新闻'), button('设置SEO 轮播图')].every(Boolean)).toBe(true)
    expect(button('设置SEO 集团新闻')).toBeNull()
    expect(screen.queryByRole('link', { name: '前台地址 轮播图' })).toBeNull()
    expect(screen.queryByRole('link', { name: '前台地址 集团新闻' })).toBeNull()
  })

  it('follows the flags of a row: adding, deleting, showing [A-212]', async () => {
    const closed = { isCanAddSub: false, isCanDeleted: false, isCanShowHidden: false }
    renderUi(<ChannelScreen />, { host: host([aColumn(201, '新闻', closed), aColumn(202, '产品')]) })
    await row('新闻')
    for (const name of ['新增子频道', '删除']) {
      expect(button(`${name} 新闻`)?.getAttribute('aria-disabled')).toBe('true')
      expect(button(`${name} 产品`)?.getAttribute('aria-disabled')).not.toBe('true')
    }
    expect(screen.getByRole('switch', { name: '前台显示 新闻' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('switch', { name: '前台显示 产品' }).getAttribute('aria-disabled')).toBeNull()
    ;((await row('新闻')) as HTMLElement).focus()
    await userEvent.keyboard('{Delete}')
    await screen.findByText('该频道不允许删除')
  })

  it('gives an account only what it is granted', async () => {
    const grants = [{ menuId: 201, settingList: [1105] }]
    const who = aSession({ groupId: 5, siteItemDTOList: [{ siteId: 1, menuItemDTOList: grants }] })
    renderUi(<ChannelScreen />, { host: host([news, banner]).on('session.status', () => who) })
    await row('轮播图')
    expect(button('设置 轮播图')?.getAttribute('aria-disabled')).toBe('true')
    expect(button('设置 新闻')?.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('turns a switch only when the server agreed, and stays when it refused [A-046]', async () => {
    let answer: (refused: boolean) => void = () => undefined
    const fake = host().on('column.updateSwitch', async ({ id, menuSwitchEnum, value = true }) => {
      const refused = await new Promise<boolean>((resolve) => (answer = resolve))
      if (refused) throw new AppError('forbidden', '栏目“新闻”不允许修改')
      return { id, menuSwitchEnum, value }
    })
    renderUi(<ChannelScreen />, { host: fake })
    const shown = (): HTMLInputElement => screen.getByRole('switch', { name: '前台显示 新闻' })
    await row('新闻')
    await userEvent.click(shown())
    await waitFor(() => expect(fake.inputsOf('column.updateSwitch')).toHaveLength(1))
    expect(shown().checked).toBe(true)
    answer(true)
    await screen.findByText('栏目“新闻”不允许修改')
    expect(shown().checked).toBe(true)

    await userEvent.click(shown())
    await waitFor(() => expect(fake.inputsOf('column.updateSwitch')).toHaveLength(2))
    fake.on('column.getTree', () => [{ ...news, showFront: false }])
    answer(false)
    await waitFor(() => expect(shown().checked).toBe(false))
    expect(fake.inputsOf('column.updateSwitch')[1]).toEqual({ id: 201, menuSwitchEnum: 'showFront', value: false })
  })

  it('asks 确认删除？ 操作不可撤销！ and deletes [A-044]', async () => {
    const fake = host().on('column.deleteByIdList', () => null)
    renderUi(<ChannelScreen />, { host: fake })
    await row('轮播图')
    await userEvent.click(screen.getByRole('button', { name: '删除 轮播图' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('column.deleteByIdList')).toEqual([[210]]))
  })

  it('says before a deletion what goes along, and asks nothing when it would be refused', async () => {
    const refusal = '栏目“轮播图”正在使用审批流程“三级审批”，请先取消关联，再删除'
    const fake = host().on('column.removalPlan', ([first]) =>
      first === 201
        ? { below: 1, content: 5, holders: [{ title: '集团新闻', content: 5 }], refusals: [] }
        : { below: 0, content: 0, holders: [], refusals: [refusal] },
    )
    renderUi(<ChannelScreen />, { host: fake })
    await row('轮播图')
    await userEvent.click(screen.getByRole('button', { name: '删除 新闻' }))
    const question = await screen.findByRole('alertdialog')
    expect(within(question).getByRole('heading').textContent).toBe('删除频道“新闻”及其 1 个下级频道')
    expect(question.textContent).toContain('同时删除：1 个下级频道，5 篇内容。30 天内')
    await userEvent.click(within(question).getByRole('button', { name: '取消' }))
    await userEvent.click(screen.getByRole('button', { name: '删除 轮播图' }))
    const told = await screen.findByText(refusal)
    expect(told.closest('[role=alertdialog]')?.textContent).toContain('无法删除频道“轮播图”')
    await userEvent.click(screen.getByRole('button', { name: '知道了' }))
    expect(fake.inputsOf('column.deleteByIdList')).toEqual([])
  })

  it('marks a channel that was just added', async () => {
    const made = aColumn(230, '招聘', { siteId: 1, parentId: 0 })
    let there = [news, banner]
    const fake = host()
      .on('column.getTree', () => there)
      .on('column.saveBase', () => {
        there = [news, banner, made]
        return aColumnDetail(made)
      })
    renderUi(<ChannelScreen />, { host: fake })
    await row('轮播图')
    await userEvent.click(screen.getByRole('button', { name: '新增频道' }))
    await userEvent.type(await screen.findByRole('textbox', { name: '栏目名称' }), '招聘')
    await userEvent.click(screen.getByRole('combobox', { name: '栏目模块' }))
    await userEvent.click(requireValue((await screen.findAllByRole('option'))[0], 'a module'))
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(async () => expect(((await row('招聘')) as HTMLElement).dataset.marked).toBe('true'))
    expect(((await row('轮播图')) as HTMLElement).dataset.marked).toBeUndefined()
    const told = await screen.findByRole('alertdialog', { name: '提示' })
    await userEvent.click(within(told).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('keeps another chosen site in the address, and says when it has no channel', async () => {
    renderUi(<ChannelScreen />, { host: host() })
    await userEvent.click(await screen.findByRole('combobox', { name: '站点' }))
    await userEvent.click(await screen.findByRole('option', { name: '海洋科技' }))
    await screen.findByText('该站点还没有频道')
    expect(address()).toBe('/?site=2')
  })

  it('shows why the tree is not there, once, and tries again', async () => {
    const fake = host().on('column.getTree', () => {
      throw new AppError('rejected', '栏目数据正在维护')
    })
    renderUi(<ChannelScreen />, { host: fake })
    expect(await screen.findAllByText('栏目数据正在维护')).toHaveLength(1)
    fake.on('column.getTree', () => [news])
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await row('新闻')
  })
})

describe('the dialogs of the channel view', () => {
  it('set both names, and the four positions only for a column with a mark [A-042] [A-055] [A-056]', async () => {
    const fake = host().on('column.updateTitle', () => aColumnDetail(banner))
    renderUi(<ChannelScreen />, { host: fake })
    const user = userEvent.setup()
    await row('轮播图')
    await user.click(screen.getByRole('button', { name: '设置 新闻' }))
    await screen.findByLabelText('英文名称')
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: '取消' }))

    await user.click(screen.getByRole('button', { name: '设置 轮播图' }))
    expect((await screen.findAllByRole('checkbox')).length).toBe(4)
    await user.click(screen.getByRole('checkbox', { name: '热门排行' }))
    await user.clear(screen.getByLabelText(/^栏目名称/))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.getAllByText('请输入栏目名称').length).toBeGreaterThan(0))
    expect(fake.inputsOf('column.updateTitle')).toEqual([])
    await user.type(screen.getByLabelText(/^栏目名称/), '首页大图')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('column.updateTitle')).toHaveLength(1))
    expect(fake.inputsOf('column.updateTitle')[0]).toMatchObject({
      id: 210,
      title: '首页大图',
      showPositionIds: [1, 3, 4],
    })
  })

  it('set SEO of a channel', async () => {
    const fake = host().on('column.updateSeo', () => aColumnDetail(news))
    renderUi(<ChannelScreen />, { host: fake })
    await row('新闻')
    await userEvent.click(screen.getByRole('button', { name: '设置SEO 新闻' }))
    await userEvent.type(await screen.findByLabelText('SEO 标题'), '集团新闻')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(fake.inputsOf('column.updateSeo')).toEqual([
        { id: 201, seoTitle: '集团新闻', seoKeywords: '', seoDescription: '', version: 1 },
      ]),
    )
  })
})
