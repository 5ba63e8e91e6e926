import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aField } from '#tests/builders/field.ts'
import { aSession, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aContentHost, LIST_COLUMN, listColumn, TITLE_FIELD } from '#tests/setup/contentHost.ts'
import { address, renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from './ContentPage.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const ENTRIES = [anEntry(1, '新船下水', { sort: 5 }), anEntry(2, '年会通知', { isStatus: false })]

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
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const batch = (name: string) => within(screen.getByRole('group', { name: '批量操作' })).getByRole('button', { name })
const tick = async (user: ReturnType<typeof userEvent.setup>, title: string) =>
  user.click(await screen.findByRole('checkbox', { name: `选择 ${title}` }))

// A question outlives the page that asked it.
const cancel = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))

describe('rows of a content list', () => {
  it('open by a double click, but not when it meets an input or a button in them', async () => {
    const fake = aContentHost(ENTRIES)
    open(fake)
    fireEvent.doubleClick(await screen.findByRole('textbox', { name: '排序 新船下水' }))
    fireEvent.doubleClick(screen.getByRole('checkbox', { name: '选择 新船下水' }))
    fireEvent.doubleClick(screen.getByRole('button', { name: '删除 新船下水' }))
    expect(fake.inputsOf('content.form')).toEqual([])
    fireEvent.doubleClick(screen.getByRole('row', { name: /年会通知/ }))
    await waitFor(() => expect(fake.inputsOf('content.form')).toEqual([{ classId: 11, id: 2 }]))
  })

  it('show related entries of any column, with one call for each page', async () => {
    const related = aField('ships', {
      fieldAlias: '船舶',
      fieldType: 'RelationContent',
      isList: true,
      relationMark: '{"classIdList":[30]}',
    })
    const entries = [anEntry(1, '新船下水', { ships: '4001,77' }), anEntry(2, '年会通知', { ships: '4001,9' })]
    const fake = aContentHost(entries, [TITLE_FIELD, related]).on('content.selectOptions', ({ idList = [] }) =>
      Object.fromEntries(idList.filter((id) => id !== 9).map((id) => [String(id), `船 ${id}`])),
    )
    open(fake)
    await screen.findByText('船 4001、船 77')
    screen.getByText('船 4001、编号 9')
    expect(fake.inputsOf('content.selectOptions')).toEqual([
      { key: '', siteId: 1, classIdList: [30], idList: [9, 77, 4001] },
    ])
  })

  it('are named by their first text field if the column has no title', async () => {
    const fields = [
      aField('photo', { fieldType: 'Photo', isList: true }),
      aField('person', { fieldAlias: '姓名', isList: true }),
    ]
    const fake = aContentHost([anEntry(7, '', { person: '王女士' }), anEntry(8, '', { person: '' })], fields)
    const user = open(fake)
    await user.click(await button('删除 王女士'))
    expect(await screen.findByText('删除“王女士”')).toBeTruthy()
    await cancel(user)
    expect(screen.getByRole('checkbox', { name: '选择 编号 8' })).toBeTruthy()
  })

  it('cut a text that is too long for a cell and its tooltip', async () => {
    const text = `${'长'.repeat(499)}𠮷${'尾'.repeat(5000)}`
    open(aContentHost([anEntry(1, '新船下水', { note: text })], [TITLE_FIELD, aField('note', { isList: true })]))
    const cell = await screen.findByText(/^长{499}/)
    expect(cell.title.length).toBeLessThan(510)
    expect(cell.title.isWellFormed()).toBe(true)
  })

  it('show rich text without markup', async () => {
    const body = aField('body', { fieldType: 'Editor', isList: true })
    const html = '<p style="color: red">一&nbsp;二 &lt;尖&gt;</p><p>三</p>'
    open(aContentHost([anEntry(1, '新船下水', { body: html })], [TITLE_FIELD, body]))
    expect(await screen.findByText('一 二 <尖> 三')).toBeTruthy()
  })

  it('are unselected when they were deleted, and reloaded when they are in the recycle bin', async () => {
    const fake = aContentHost(ENTRIES).on('content.unpublish', ({ idList }) => {
      if (idList.length === 1) throw new AppError('conflict', '内容“新船下水”在回收站中，请先还原')
      throw new AppError('not-found', '内容（编号 2）不存在', { details: { fact: { kind: 'missing', missing: [2] } } })
    })
    const user = open(fake)
    await tick(user, '新船下水')
    await tick(user, '年会通知')
    const agree = async () => {
      await user.click(batch('取消发布'))
      await user.click(
        within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^(?:确定|删除|清空|取消发布)$/ }),
      )
    }
    await agree()
    await screen.findByText('已选 1 项')
    const before = fake.inputsOf('content.page').length
    await agree()
    await waitFor(() => expect(fake.inputsOf('content.page').length).toBeGreaterThan(before))
  })

  it('ask the long question when they are ticked, also for a single one [B-023]', async () => {
    const user = open(aContentHost(ENTRIES))
    await tick(user, '新船下水')
    await user.click(batch('删除'))
    expect(await screen.findByText('确认删除？ 操作不可撤销！')).toBeTruthy()
    await cancel(user)
  })
})

describe('for accounts without batch permissions', () => {
  it('rows have no checkboxes, in the list and in its bins', async () => {
    const session = aSession({
      groupId: 7,
      siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 11, settingList: [1101] }] }],
    })
    const user = open(
      aContentHost(ENTRIES)
        .on('session.status', () => session)
        .on('content.draftPage', () => pageOf([anEntry(2, '年会通知', { isStatus: false })])),
    )
    await screen.findByRole('row', { name: /新船下水/ })
    expect(screen.queryByRole('group', { name: '批量操作' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(await button('草稿箱'))
    await within(await screen.findByRole('dialog')).findByRole('row', { name: /年会通知/ })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('the search bar', () => {
  it('keeps active filters visible when the other fields are collapsed', async () => {
    const fields = [TITLE_FIELD, ...['a', 'b', 'c', 'd'].map((name) => aField(name, { isSearch: true }))]
    const at = `/admin/model_manage/11?fields=${encodeURIComponent('{"d":"某"}')}`
    const user = open(aContentHost(ENTRIES, fields), at)
    await user.click(await button('收起条件'))
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'd' }).value).toBe('某')
    expect(screen.queryByRole('searchbox', { name: 'c' })).toBeNull()
  })
})

describe('the two variants of a list', () => {
  it('lead to each other, for accounts that may reject or forward [B-036]', async () => {
    const user = open(aContentHost(ENTRIES))
    await user.click(await button('内容审核'))
    expect(address()).toBe('/content/list-review/11')
    await user.click(await button('更多 新船下水'))
    expect((await screen.findAllByRole('menuitem')).map((each) => each.textContent)).toEqual([
      '复制',
      '跨站复制',
      '驳回',
      '转发',
      '时间线',
      '复制程序内链接',
    ])
    await user.keyboard('{Escape}')
    await user.click(await button('内容管理'))
    expect(address()).toBe('/admin/model_manage/11')
  })

  it('open child columns as they are themselves [B-030] [B-036]', async () => {
    const child = aColumn(12, '图片新闻', { manageUrl: '/admin/model_manage/12' })
    const fake = aContentHost(ENTRIES)
      .on('column.getTree', () => [{ ...LIST_COLUMN, child: [child] }])
      .on('column.findById', ({ id }) => ({ ...listColumn(), id, title: id === 12 ? '图片新闻' : '公司新闻' }))
    const user = open(fake, '/content/list-review/11')
    await user.click(await button('图片新闻'))
    await screen.findByText('内容审核：图片新闻')
    const dialog = screen.getByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name: '更多 新船下水' }))
    await screen.findByRole('menuitem', { name: '驳回' })
    await user.keyboard('{Escape}')
    await user.click(within(dialog).getByRole('button', { name: '在页面中打开' }))
    await waitFor(() => expect(address()).toBe('/content/list-review/12'))
  })

  it('unselect an entry when it is forwarded', async () => {
    const fake = aContentHost(ENTRIES)
      .on('column.getTree', () => [LIST_COLUMN, aColumn(13, '通知公告')])
      .on('content.forward', () => null)
    const user = open(fake, '/content/list-review/11')
    await tick(user, '新船下水')
    await screen.findByText('已选 1 项')
    await user.click(await button('更多 新船下水'))
    await user.click(await screen.findByRole('menuitem', { name: '转发' }))
    await user.click(await button(/^目标栏目/))
    await user.click(await screen.findByText('通知公告'))
    await user.click(await button('转发'))
    await screen.findByText('未选择')
  })
})
