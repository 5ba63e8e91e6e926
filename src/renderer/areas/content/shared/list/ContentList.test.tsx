import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aHit } from '#tests/builders/contentForm.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aField } from '#tests/builders/field.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aContentHost, LIST_COLUMN, listColumn, TITLE_FIELD } from '#tests/setup/contentHost.ts'
import { address, renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from './ContentPage.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const LAUNCH = anEntry(1, '新船下水', { indexTop: true, source: '新华社', sort: 5 })
const DRAFT = anEntry(2, '年会通知', { isStatus: false })
const REFUSED = anEntry(3, '招标公告', {
  isStatus: false,
  pass: false,
  approveResult: JSON.stringify({ trueName: '李四', approveResult: '缺少附件' }),
})
const ENTRIES = [LAUNCH, DRAFT, REFUSED]

function open(fake: FakeBridge, at = '/admin/model_manage/11') {
  renderUi(
    <Routes>
      <Route path="/admin/model_manage/:menuId" element={<ContentPage review={false} />} />
      <Route path="/content/list-review/:menuId" element={<ContentPage review />} />
    </Routes>,
    { host: fake, at },
  )
  return userEvent.setup()
}
const row = (title: string | RegExp) => screen.findByRole('row', { name: new RegExp(title) })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const agree = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^(?:确定|删除|清空|取消发布)$/ }),
  )
const tick = async (user: ReturnType<typeof userEvent.setup>, ...titles: string[]) => {
  for (const title of titles) await user.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }))
}
/** Of the open listbox; the pager's own choice is a plain select. */
const options = async () =>
  (await screen.findAllByRole('option')).filter((each) => each.tagName !== 'OPTION').map((each) => each.textContent)
const granted = (...codes: number[]) =>
  aSession({
    groupId: 7,
    siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 11, settingList: codes }] }],
  })

describe('the content list', () => {
  it('shows the list fields of the column in the address, the status, and the flags on the title [B-008] [B-018] [B-031] [B-034] [B-035]', async () => {
    const fake = aContentHost(ENTRIES)
    open(fake)
    const launch = await row('新船下水')
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '',
      '标题',
      '来源',
      '创建时间',
      '状态',
      '排序',
      '操作',
    ])
    expect(within(launch).getByText('新华社')).toBeTruthy()
    expect(within(launch).getByText('已发布')).toBeTruthy()
    expect(within(launch).getByTitle('首页置顶').textContent).toBe('首顶')
    expect(within(await row('年会通知')).getByText('未发布')).toBeTruthy()
    expect(fake.inputsOf('content.page')[0]).toMatchObject({ classId: 11, siteId: 1, page: 1, size: 10 })
  })

  it('says who rejected an entry, and why [B-032] [B-033]', async () => {
    const user = open(aContentHost(ENTRIES))
    await user.hover(within(await row('招标公告')).getByText('已驳回'))
    expect((await screen.findByText(/审批人：李四/)).textContent).toContain('审批内容：缺少附件')
  })

  it('shows the start of a long reason and says where to read the rest', async () => {
    const reason = '缺少附件，'.repeat(100)
    const refused = { ...REFUSED, approveResult: JSON.stringify({ trueName: '李四', approveResult: reason }) }
    const user = open(aContentHost([refused]))
    await user.hover(within(await row('招标公告')).getByText('已驳回'))
    const said = (await screen.findByText(/审批人：李四/)).textContent
    expect(said).toContain(`${reason.slice(0, 200)}…（查看或编辑该内容可查看全文）`)
    expect(said).not.toContain(reason.slice(0, 201))
  })

  it('shows the first flags and counts the others', async () => {
    open(aContentHost([anEntry(4, '多处推荐', { indexTop: true, indexHot: true, menuTop: true, leftElite: true })]))
    const cell = await row('多处推荐')
    expect(within(cell).getByText('首顶')).toBeTruthy()
    expect(within(cell).getByTitle('栏目页置顶、左侧推荐').textContent).toBe('+2')
  })

  it('pages ten at a time, in the address [B-029] [B-404]', async () => {
    const fake = aContentHost(Array.from({ length: 25 }, (_each, i) => anEntry(i + 1, `新闻 ${i + 1}`)))
    const user = open(fake)
    await row('新闻 10')
    await user.click(await button('下一页'))
    await row('新闻 11')
    expect(address()).toBe('/admin/model_manage/11?page=2')
    expect(fake.inputsOf('content.page').at(-1)).toMatchObject({ page: 2, size: 10 })
  })

  it('saves a sort value at once [B-017]', async () => {
    const fake = aContentHost(ENTRIES).on('content.updateSort', () => null)
    const user = open(fake)
    const input = await screen.findByRole('textbox', { name: '排序 新船下水' })
    await user.clear(input)
    await user.type(input, '99{Enter}')
    await waitFor(() => expect(fake.inputsOf('content.updateSort')).toEqual([{ classId: 11, id: 1, sort: 99 }]))
  })

  it('leads to child columns: a list opens in a dialog of its own [B-028] [B-030]', async () => {
    const child = aColumn(12, '图片新闻', { manageUrl: '/admin/model_manage/12' })
    const fake = aContentHost(ENTRIES)
      .on('column.getTree', () => [{ ...LIST_COLUMN, child: [child] }])
      .on('column.findById', ({ id }) => ({ ...listColumn(), id, title: id === 12 ? '图片新闻' : '公司新闻' }))
      .on('content.page', ({ classId, page }) => ({
        content: classId === 12 ? [anEntry(70 + page, `图片 ${page}`, { classId })] : ENTRIES,
        totalElements: classId === 12 ? 12 : 3,
        totalPages: 2,
      }))
    const user = open(fake)
    await user.click(await button('图片新闻'))
    await screen.findByText('内容管理：图片新闻')
    const dialog = screen.getByRole('dialog')
    await within(dialog).findByRole('row', { name: /图片 1/ })
    await user.click(within(dialog).getByRole('button', { name: '下一页' }))
    await within(dialog).findByRole('row', { name: /图片 2/ })
    expect(address()).toBe('/admin/model_manage/11')
    await user.click(within(dialog).getByRole('button', { name: '在页面中打开' }))
    await waitFor(() => expect(address()).toBe('/admin/model_manage/12'))
  })

  it('refuses who is not granted the column, and a column that is no list', async () => {
    open(aContentHost(ENTRIES).on('session.status', () => aSession({ groupId: 7 })))
    await screen.findByText('没有权限')
    open(aContentHost(ENTRIES).on('column.findById', () => ({ ...listColumn(), menuType: 2 })))
    await screen.findByText('“公司新闻”不是列表栏目')
  })
})

describe('searching a content list', () => {
  it('searches the fields, the status and the days of creation, the end at 23:59 [B-010] [B-011] [B-012] [B-154] [B-312] [B-415]', async () => {
    const fake = aContentHost(ENTRIES)
    const user = open(fake)
    await row('新船下水')
    await user.type(screen.getByRole('searchbox', { name: '标题' }), '船{Enter}')
    await user.click(screen.getByRole('combobox', { name: '发布状态' }))
    expect(await options()).toEqual(['全部状态', '已发布', '未发布'])
    await user.click(screen.getByRole('option', { name: '已发布' }))
    for (const [name, day] of [
      ['开始创建时间', '2026-11-01'],
      ['结束创建时间', '2026-11-05'],
    ] as const) {
      fireEvent.change(screen.getByRole('combobox', { name }), { target: { value: day } })
      fireEvent.blur(screen.getByRole('combobox', { name }))
    }
    await waitFor(() =>
      expect(fake.inputsOf('content.page').at(-1)).toMatchObject({
        isStatus: true,
        fieldKeyValuePairDTOList: [{ fieldName: 'title', fieldValue: '船' }],
        startTime_createTime: '2026-11-01 00:00',
        endTime_createTime: '2026-11-05 23:59',
      }),
    )
    expect(decodeURIComponent(address())).toContain('fields={"title":"船"}')
  })

  it('offers a dictionary’s values, and entries from the server for a placeholder [B-155]', async () => {
    const fields = [
      TITLE_FIELD,
      aField('kind', { fieldAlias: '类别', isSearch: true, relationMark: '{"id":5,"type":3}' }),
      aField('ship', { fieldAlias: '船舶', isSearch: true, defaultValue: '${ships}' }),
    ]
    const fake = aContentHost(ENTRIES, fields)
      .on('dictionary.findById', () => ({ id: 5, title: '类别', siteId: 0, value: ['通知', '公告'], createDate: '' }))
      .on('content.selectOptions', () => ({ '31': '海洋一号' }))
    const user = open(fake)
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    await user.click(await screen.findByRole('option', { name: '公告' }))
    await user.click(screen.getByRole('combobox', { name: '船舶' }))
    await user.click(await screen.findByRole('option', { name: '海洋一号' }))
    await waitFor(() =>
      expect(fake.inputsOf('content.page').at(-1)?.fieldKeyValuePairDTOList).toEqual([
        { fieldName: 'kind', fieldValue: '公告' },
        { fieldName: 'ship', fieldValue: '31' },
      ]),
    )
    expect(fake.inputsOf('content.selectOptions')[0]).toMatchObject({ siteId: 1, childIdentifies: ['ships'] })
  })

  it('ignores invalid values of an address typed by hand', async () => {
    const fake = aContentHost(ENTRIES)
    open(fake, `/admin/model_manage/11?start=gestern&isStatus=7&fields=${encodeURIComponent('{"title":3,"no":"x"}')}`)
    await row('新船下水')
    expect(fake.inputsOf('content.page')[0]).toMatchObject({
      fieldKeyValuePairDTOList: [],
      startTime_createTime: '',
    })
  })
})

describe('actions on entries', () => {
  it('deletes one after 确认删除？, many after the long question [B-020] [B-023] [B-265] [B-322]', async () => {
    const fake = aContentHost(ENTRIES).on('content.deleteByIdList', () => null)
    const user = open(fake)
    await user.click(await button('删除 新船下水'))
    expect(await screen.findByText('确认删除？')).toBeTruthy()
    await agree(user)
    await waitFor(() =>
      expect(fake.inputsOf('content.deleteByIdList')).toEqual([{ classId: 11, idList: [1], final: false }]),
    )
    await tick(user, '新船下水', '年会通知')
    await user.click(within(screen.getByRole('group', { name: '批量操作' })).getByRole('button', { name: '删除' }))
    expect(await screen.findByText('确认删除？ 操作不可撤销！')).toBeTruthy()
    await agree(user)
    await waitFor(() => expect(fake.inputsOf('content.deleteByIdList').at(-1)?.idList).toEqual([1, 2]))
    await screen.findByText('未选择')
  })

  it('asks for a selection: 请选择数据！ [B-016]', async () => {
    const user = open(aContentHost(ENTRIES))
    await row('新船下水')
    for (const name of ['删除', '发布', '取消发布', '批量复制', '跨站复制'])
      await user.click(within(screen.getByRole('group', { name: '批量操作' })).getByRole('button', { name }))
    await waitFor(() => expect(screen.getAllByText('请选择数据！').length).toBeGreaterThan(0))
  })

  it('publishes and unpublishes after their questions [B-024] [B-025] [B-181] [B-182] [B-266] [B-267] [B-320] [B-321] [B-398]', async () => {
    const fake = aContentHost(ENTRIES)
      .on('content.publish', () => null)
      .envelope('content.publish', 200, '发布成功')
      .on('content.unpublish', () => null)
    const user = open(fake)
    await tick(user, '年会通知')
    await user.click(await button('发布'))
    expect(await screen.findByText('确认发布数据？')).toBeTruthy()
    await agree(user)
    await screen.findByText('发布成功')
    expect(fake.inputsOf('content.publish')).toEqual([{ classId: 11, idList: [2], acceptSensitive: false }])
    await tick(user, '新船下水')
    await user.click(await button('取消发布'))
    expect(await screen.findByText('取消发布数据？')).toBeTruthy()
    await agree(user)
    await waitFor(() => expect(fake.inputsOf('content.unpublish')).toEqual([{ classId: 11, idList: [1] }]))
  })

  it('lists sensitive words, and publishes anyway only after confirmation', async () => {
    const hit = aHit('第一', { propWord: '领先', times: 2, excerpt: '全国第一名' })
    const fake = aContentHost(ENTRIES).on('content.publish', ({ acceptSensitive }) => {
      if (acceptSensitive) return null
      throw new AppError('conflict', '含有敏感词', { details: { fact: { kind: 'words', hits: [hit] } } })
    })
    const user = open(fake)
    await tick(user, '年会通知')
    await user.click(await button('发布'))
    await agree(user)
    await screen.findByText('内容中含有敏感词')
    const dialog = screen.getByRole('alertdialog')
    expect(within(dialog).getByRole('listitem').textContent).toBe('标题：全国第一名“第一”出现 2 次，建议改为“领先”')
    await user.click(within(dialog).getByRole('button', { name: '仍然发布' }))
    await waitFor(() =>
      expect(fake.inputsOf('content.publish').map((each) => each.acceptSensitive)).toEqual([false, true]),
    )
    await screen.findByText('未选择')
  })

  it('sets and cancels flags by their option numbers [B-027] [B-196] [B-323]', async () => {
    const fake = aContentHost(ENTRIES).on('content.option', () => null)
    const user = open(fake)
    const choose = async (flag: string, item: string) => {
      await tick(user, '新船下水')
      await user.click(await button('推荐与置顶'))
      await user.click(await screen.findByRole('menuitem', { name: flag }))
      await user.click(await screen.findByRole('menuitem', { name: item }))
    }
    await choose('首页置顶', '设置首页置顶')
    await choose('左侧推荐', '取消左侧推荐')
    await waitFor(() =>
      expect(fake.inputsOf('content.option')).toEqual([
        { classId: 11, idList: [1], optionType: 1 },
        { classId: 11, idList: [1], optionType: 24 },
      ]),
    )
  })

  it('copies to a list of another site that is not independent, after 确认复制数据？ [B-021] [B-026] [B-268] [B-319]', async () => {
    const plain = aColumn(30, '资讯', { siteId: 2, menuType: 2, child: [aColumn(31, '行业新闻', { siteId: 2 })] })
    const fake = aContentHost(ENTRIES)
      .on('site.page', () =>
        pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技'), { ...aSite(3, '独立站'), manageType: 1202 }]),
      )
      .on('column.getTree', ({ siteId }) => (siteId === 2 ? [plain] : [LIST_COLUMN]))
      .on('content.copy', () => ({ ids: [50] }))
    const user = open(fake)
    await user.click(await button('更多 新船下水'))
    await user.click(await screen.findByRole('menuitem', { name: '复制' }))
    await user.click(await screen.findByRole('combobox', { name: '目标站点' }))
    const sites = within(await screen.findByRole('listbox', { name: '目标站点' })).getAllByRole('option')
    expect(sites.map((each) => each.getAttribute('aria-label'))).toEqual(['集团官网', '海洋科技'])
    await user.click(screen.getByRole('option', { name: '海洋科技' }))
    await user.click(await button(/^目标栏目/))
    await user.click(await screen.findByText('资讯'))
    await user.click(await screen.findByText('行业新闻'))
    await user.click(await button('复制'))
    expect(await screen.findByText('确认复制数据？')).toBeTruthy()
    await agree(user)
    await waitFor(() =>
      expect(fake.inputsOf('content.copy')).toEqual([
        { classId: 11, copyIdsFrom: [1], isCut: false, toMenuId: 31, toSiteId: 2 },
      ]),
    )
  })
})

describe('variant B', () => {
  it('rejects with a reason [B-036] [B-053] [B-328]', async () => {
    const fake = aContentHost(ENTRIES).on('content.reject', () => null)
    const user = open(fake, '/content/list-review/11')
    await user.click(await button('更多 新船下水'))
    await user.click(await screen.findByRole('menuitem', { name: '驳回' }))
    await user.click(await button('驳回'))
    await waitFor(() => expect(screen.getAllByText('请输入驳回原因').length).toBeGreaterThan(0))
    await user.type(screen.getByRole('textbox', { name: /驳回原因/ }), '标题不准确{Enter}请修改')
    await user.click(await button('驳回'))
    await waitFor(() =>
      expect(fake.inputsOf('content.reject')).toEqual([{ classId: 11, id: 1, reason: '标题不准确\n请修改' }]),
    )
  })

  it('forwards to another list of the site, showing the current one [B-036] [B-054] [B-329]', async () => {
    const fake = aContentHost(ENTRIES)
      .on('column.getTree', () => [LIST_COLUMN, aColumn(13, '通知公告')])
      .on('content.forward', () => null)
    const user = open(fake, '/content/list-review/11')
    await user.click(await button('更多 新船下水'))
    await user.click(await screen.findByRole('menuitem', { name: '转发' }))
    await screen.findByText('转发“新船下水”')
    expect(within(screen.getByRole('dialog')).getByText('公司新闻')).toBeTruthy()
    await user.click(await button(/^目标栏目/))
    await user.click(await screen.findByText('通知公告'))
    await user.click(await button('转发'))
    await waitFor(() => expect(fake.inputsOf('content.forward')).toEqual([{ classId: 11, id: 1, toMenuId: 13 }]))
  })

  it('variant A has neither', async () => {
    const user = open(aContentHost(ENTRIES))
    await user.click(await button('更多 新船下水'))
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
      '复制',
      '跨站复制',
      '时间线',
      '复制程序内链接',
    ])
  })
})

describe('actions without permission are hidden', () => {
  const names = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') || each.textContent)

  it('reading alone leaves search and table', async () => {
    open(aContentHost(ENTRIES).on('session.status', () => granted(1105)))
    await row('新船下水')
    for (const name of [
      '新增',
      '回收站',
      '草稿箱',
      '发布',
      '批量复制',
      '推荐与置顶',
      '导出',
      '编辑 新船下水',
      '更多 新船下水',
    ])
      expect(names()).not.toContain(name)
    expect(screen.queryByText('已发布')).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '排序 新船下水' }).disabled).toBe(true)
  })

  it('each code brings its own', async () => {
    const user = open(aContentHost(ENTRIES).on('session.status', () => granted(1101, 1103, 1109, 1122)))
    await row('新船下水')
    expect(names()).toEqual(expect.arrayContaining(['新增', '回收站', '草稿箱', '删除 新船下水', '推荐与置顶']))
    expect(names()).not.toContain('编辑 新船下水')
    expect(screen.getAllByText('已发布').length).toBeGreaterThan(0)
    await user.click(await button('推荐与置顶'))
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual(['首页热门'])
  })
})
