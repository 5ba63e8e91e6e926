import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ColumnList } from './ColumnList.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const NEWS = aColumn(201, '新闻中心', {
  menuType: 2,
  sort: 20,
  hits: 36,
  child: [
    aColumn(202, '公司新闻', {
      sort: 9,
      hits: 1234,
      isAddArticle: true,
    }),
  ],
})
const ABOUT = aColumn(203, '关于我们', { menuType: 0, sort: 10, isAddArticle: false })
const SYSTEM = aColumn(28, '栏目管理', { siteId: 0, menuType: 2, isSystemMenu: true })

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '招聘网')]))
    .on('column.getTree', ({ siteId }) => (siteId === 1 ? [NEWS, ABOUT] : siteId === 0 ? [SYSTEM] : []))

const rowOf = async (title: string): Promise<HTMLElement> => {
  const cell = await screen.findByTitle(title)
  return cell.closest<HTMLElement>('[role=row]') ?? cell
}
const cells = async (title: string) =>
  within(await rowOf(title))
    .getAllByRole('gridcell')
    .slice(1, 5)
    .map((cell) => cell.querySelector('input')?.value ?? cell.textContent)
const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('the column list', () => {
  it('is the tree of the current site with type tags, sort inputs, hits and switches [A-018] [A-021] [A-022] [A-023]', async () => {
    const fake = host()
    renderUi(<ColumnList />, { host: fake })
    expect(await cells('新闻中心')).toEqual(['新闻中心', '普通栏目', '20', '36'])
    expect(await cells('公司新闻')).toEqual(['公司新闻', '列表', '9', '1234'])
    expect(await cells('关于我们')).toEqual(['关于我们', '单页', '10', '0'])
    expect((await rowOf('公司新闻')).getAttribute('aria-level')).toBe('2')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '',
      '栏目名称',
      '类型',
      '排序',
      '点击量',
      '显示',
      '允许前台发布',
      '操作',
    ])
    expect(screen.getByRole('switch', { name: '显示 关于我们' })).toHaveProperty('checked', true)
    expect(screen.getByRole('switch', { name: '允许前台发布 关于我们' })).toHaveProperty('checked', false)
    expect(fake.inputsOf('column.getTree')).toEqual([{ siteId: 1, showHiddenMenu: true }])
  })

  it('expands and collapses all [A-033] [A-034]', async () => {
    renderUi(<ColumnList />, { host: host() })
    await rowOf('公司新闻')
    await press('全部收起')
    expect(screen.queryByTitle('公司新闻')).toBeNull()
    await press('全部展开')
    await rowOf('公司新闻')
  })

  it('chooses the site, system columns with id 0 among them, and keeps it in the address [A-019] [A-020]', async () => {
    const fake = host()
    renderUi(<ColumnList />, { host: fake, at: '/site/column/list' })
    await userEvent.click(await screen.findByRole('combobox', { name: '站点' }))
    expect((await screen.findAllByRole('option')).map((option) => option.getAttribute('aria-label'))).toEqual([
      '系统栏目',
      '集团官网',
      '招聘网',
    ])
    await userEvent.click(screen.getByRole('option', { name: '系统栏目' }))
    await rowOf('栏目管理')
    expect(address()).toBe('/site/column/list?site=0')
    expect(fake.inputsOf('column.getTree').at(-1)).toEqual({ siteId: 0, showHiddenMenu: true })
    for (const name of ['新增', '批量删除', '新增下级 栏目管理', '删除 栏目管理'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('saves a sort value and a switch at once [A-025] [A-026] [A-241]', async () => {
    const fake = host()
      .on('column.updateSort', () => null)
      .on('column.updateSwitch', ({ id, menuSwitchEnum }) => ({ id, menuSwitchEnum, value: false }))
    renderUi(<ColumnList />, { host: fake })
    const sort = await screen.findByRole('textbox', { name: '排序 关于我们' })
    await userEvent.clear(sort)
    await userEvent.type(sort, '88{Enter}')
    await waitFor(() => expect(fake.inputsOf('column.updateSort')).toEqual([{ id: 203, sort: 88 }]))
    await userEvent.click(screen.getByRole('switch', { name: '显示 关于我们' }))
    await userEvent.click(screen.getByRole('switch', { name: '允许前台发布 关于我们' }))
    await waitFor(() =>
      expect(fake.inputsOf('column.updateSwitch')).toEqual([
        { id: 203, menuSwitchEnum: 'showFront', value: false },
        { id: 203, menuSwitchEnum: 'isAddArticle', value: true },
      ]),
    )
  })

  it('a refused switch stays as it was', async () => {
    const fake = host().on('column.updateSwitch', () => {
      throw new AppError('forbidden', '栏目“关于我们”不允许修改')
    })
    renderUi(<ColumnList />, { host: fake })
    await userEvent.click(await screen.findByRole('switch', { name: '显示 关于我们' }))
    await screen.findByText('栏目“关于我们”不允许修改')
    expect(screen.getByRole('switch', { name: '显示 关于我们' })).toHaveProperty('checked', true)
  })

  it('asks 确认删除？ 操作不可撤销！ and deletes one column [A-029] [A-240] [A-302]', async () => {
    const fake = host().on('column.deleteByIdList', () => null)
    renderUi(<ColumnList />, { host: fake })
    await press('删除 新闻中心')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    expect(question.textContent).toContain('删除栏目“新闻中心”及其 1 个下级栏目')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('column.deleteByIdList')).toEqual([[201]])
  })

  it('says before a deletion what goes along, and asks nothing when it would be refused', async () => {
    const refusal = '栏目“关于我们”正在使用审批流程“三级审批”，请先取消关联，再删除'
    const fake = host().on('column.removalPlan', ([first]) =>
      first === 201
        ? {
            below: 1,
            content: 12,
            holders: [
              { title: '公司新闻', content: 9 },
              { title: '新闻中心', content: 3 },
            ],
            refusals: [],
          }
        : { below: 0, content: 0, holders: [], refusals: [refusal] },
    )
    renderUi(<ColumnList />, { host: fake })
    await press('删除 新闻中心')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('同时删除：1 个下级栏目，12 篇内容（“公司新闻”9 篇、“新闻中心”3 篇）。')
    await userEvent.click(within(question).getByRole('button', { name: '取消' }))
    await press('删除 关于我们')
    const told = await screen.findByText(refusal)
    expect(told.closest('[role=alertdialog]')?.textContent).toContain('无法删除栏目“关于我们”')
    await press('知道了')
    expect(fake.inputsOf('column.deleteByIdList')).toEqual([])
  })

  it('is asked for again when its window gets the focus', async () => {
    let there = [NEWS, ABOUT]
    renderUi(<ColumnList />, { host: host().on('column.getTree', () => there) })
    await rowOf('关于我们')
    there = [NEWS]
    // What came just now is not asked for again.
    await waitFor(() => {
      window.dispatchEvent(new Event('focus'))
      expect(screen.queryByTitle('关于我们')).toBeNull()
    })
  })

  it('marks a column that was just added and brings it into view', async () => {
    const made = aColumn(207, '新栏目', { siteId: 1, parentId: 0 })
    let there = [NEWS, ABOUT]
    const fake = host()
      .on('dict.index', () => [])
      .on('column.getTree', () => there)
      .on('column.saveBase', () => {
        there = [NEWS, ABOUT, made]
        return aColumnDetail(made)
      })
    renderUi(<ColumnList />, { host: fake })
    await rowOf('关于我们')
    await press('新增')
    const name = await screen.findByRole('textbox', { name: '栏目名称' })
    await userEvent.type(name, '新栏目')
    await press('确定')
    await waitFor(async () => expect((await rowOf('新栏目')).dataset.marked).toBe('true'))
    expect((await rowOf('关于我们')).dataset.marked).toBeUndefined()
  })

  it('deletes the ticked columns, and says 请选择数据！ when there are none [A-188]', async () => {
    const fake = host().on('column.deleteByIdList', () => null)
    renderUi(<ColumnList />, { host: fake })
    await rowOf('公司新闻')
    await press('批量删除')
    await screen.findByText('请选择数据！')
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 公司新闻' }))
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 关于我们' }))
    await screen.findByText('已选 2 个')
    await press('批量删除')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('column.deleteByIdList')).toEqual([[202, 203]]))
    await waitFor(() => expect(screen.queryByText('已选 2 个')).toBeNull())
  })

  it('says how many columns go along, also those that a search hides', async () => {
    const wide = aColumn(201, '新闻中心', { child: [aColumn(202, '公司新闻'), aColumn(206, '行业动态')] })
    renderUi(<ColumnList />, { host: host().on('column.getTree', () => [wide, ABOUT]) })
    const asks = async (what: string): Promise<void> => {
      const question = await screen.findByRole('alertdialog')
      expect(within(question).getByRole('heading').textContent).toBe(what)
      await userEvent.click(within(question).getByRole('button', { name: '取消' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    for (const title of ['新闻中心', '公司新闻', '关于我们'])
      await userEvent.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }))
    await press('批量删除')
    await asks('删除 3 个栏目及其 1 个下级栏目')
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索栏目名称' }), '行业{Enter}')
    await waitFor(() => expect(screen.queryByTitle('公司新闻')).toBeNull())
    await press('删除 新闻中心')
    await asks('删除栏目“新闻中心”及其 2 个下级栏目')
  })

  it('what somebody else deleted meanwhile leaves the list', async () => {
    let there = [NEWS, ABOUT]
    const fake = host()
      .on('column.getTree', () => there)
      .on('column.deleteByIdList', () => {
        throw new AppError('not-found', '编号为 203 的栏目不存在，未删除任何栏目，请刷新后重新选择')
      })
    renderUi(<ColumnList />, { host: fake })
    for (const title of ['新闻中心', '关于我们'])
      await userEvent.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }))
    there = [NEWS]
    await press('批量删除')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText(/^编号为 203 的栏目不存在/)
    await waitFor(() => expect(screen.queryByTitle('关于我们')).toBeNull())
    await screen.findByText('已选 1 个')
  })

  it('what is not deleted stays ticked, and the server says why', async () => {
    const fake = host().on('column.deleteByIdList', () => {
      throw new AppError('conflict', '栏目“关于我们”正在使用审批流程“三级审批”，请先取消关联，再删除')
    })
    renderUi(<ColumnList />, { host: fake })
    await userEvent.click(await screen.findByRole('checkbox', { name: '选择 关于我们' }))
    await press('批量删除')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText(/正在使用审批流程“三级审批”/)
    await screen.findByText('已选 1 个')
  })

  it('says 请勾选栏目 for fields of nothing [A-187]', async () => {
    renderUi(<ColumnList />, { host: host() })
    await rowOf('公司新闻')
    await press('批量设置字段')
    await screen.findByText('请勾选栏目')
  })

  it('offers editing attributes and copying under 更多 [A-030] [A-031]', async () => {
    renderUi(<ColumnList />, { host: host() })
    await press('更多 公司新闻')
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      '编辑属性',
      '复制栏目',
      '设置字段',
    ])
  })

  it('更多 opens by the arrow key too', async () => {
    renderUi(<ColumnList />, { host: host() })
    const more = await screen.findByRole('button', { name: '更多 公司新闻' })
    expect([more.getAttribute('aria-haspopup'), more.getAttribute('aria-expanded')]).toEqual(['menu', 'false'])
    more.focus()
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.click(await screen.findByRole('menuitem', { name: '编辑属性' }))
    await screen.findByRole('dialog')
  })

  it('finds columns by their names, with those above them', async () => {
    renderUi(<ColumnList />, { host: host(), at: '/site/column/list' })
    await rowOf('关于我们')
    await press('全部收起')
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索栏目名称' }), '公司{Enter}')
    await rowOf('公司新闻')
    expect(screen.queryByTitle('关于我们')).toBeNull()
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索栏目名称' }), '没有{Enter}')
    await screen.findByText('没有找到栏目')
  })

  it('a failing tree shows the message of the server once, empties the list, and can be tried again [A-288]', async () => {
    let fails = false
    const fake = host()
      .on('column.getTree', () => {
        if (fails) throw new AppError('internal', '栏目服务暂时不可用')
        return [ABOUT]
      })
      .on('column.updateSort', () => null)
    renderUi(<ColumnList />, { host: fake })
    const sort = await screen.findByRole('textbox', { name: '排序 关于我们' })
    fails = true
    await userEvent.type(sort, '1{Enter}')
    await screen.findByText('栏目服务暂时不可用')
    expect(screen.getAllByText('栏目服务暂时不可用')).toHaveLength(1)
    expect(screen.queryByTitle('关于我们')).toBeNull()
    fails = false
    await press('重试')
    await rowOf('关于我们')
  })

  it('a site without columns says what to do', async () => {
    renderUi(<ColumnList />, { host: host(), at: '/site/column/list?site=2' })
    await screen.findByText('还没有栏目')
  })
})

describe('what may not be done to a column', () => {
  it('is disabled with its reason, by the flags of the column', async () => {
    const closed = aColumn(204, '公告', {
      allowAddChild: false,
      allowUpdate: false,
      allowDelete: false,
      allowSort: false,
    })
    renderUi(<ColumnList />, { host: host().on('column.getTree', () => [closed]) })
    await rowOf('公告')
    for (const name of ['新增下级 公告', '编辑 公告', '删除 公告'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true')
    expect(screen.getByRole('textbox', { name: '排序 公告' })).toHaveProperty('disabled', true)
    const show = screen.getByRole('switch', { name: '显示 公告' })
    expect(show.getAttribute('aria-disabled')).toBe('true')
    expect(show.title).toContain('栏目“公告”不允许修改')
    ;(await rowOf('公告')).focus()
    await userEvent.keyboard('{Delete}')
    await screen.findByText(/^栏目“公告”不允许删除/)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('is everything on a column that is only there for one below it', async () => {
    const editor = aSession({
      groupId: 5,
      siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 202, settingList: [] }] }],
    })
    renderUi(<ColumnList />, { host: host().on('session.status', () => editor) })
    await rowOf('新闻中心')
    for (const name of ['新增下级 新闻中心', '编辑 新闻中心', '删除 新闻中心'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true')
    await press('更多 新闻中心')
    for (const item of await screen.findAllByRole('menuitem')) {
      expect(item.getAttribute('aria-disabled'), item.textContent).toBe('true')
      expect(item.textContent).toContain('您没有这个栏目的权限')
    }
  })

  it('is everything in system columns for who is no super administrator', async () => {
    const editor = aSession({
      groupId: 5,
      siteItemDTOList: [{ siteId: 0, menuItemDTOList: [{ menuId: 28, settingList: [] }] }],
    })
    renderUi(<ColumnList />, { host: host().on('session.status', () => editor), at: '/site/column/list?site=0' })
    await rowOf('栏目管理')
    expect(screen.getByRole('button', { name: '编辑 栏目管理' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('switch', { name: '显示 栏目管理' }).title).toBe('系统栏目只能由超级管理员修改')
  })
})
