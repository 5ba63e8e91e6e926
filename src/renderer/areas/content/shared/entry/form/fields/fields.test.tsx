import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { aLabel } from '#tests/builders/label.ts'
import { pageOf } from '#tests/builders/session.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'

configure({ defaultHidden: true })

const word = (id: number, title: string, parentId: number) => ({
  id,
  title,
  subTitle: '',
  parentId,
  sort: 0,
  hasChildren: false,
  child: [],
})
const dictionary = { id: 8, title: '字典', siteId: 0, value: ['甲', '乙', '丙'], createDate: '2026-01-01 00:00:00' }
const NEWS = Object.fromEntries(Array.from({ length: 23 }, (_none, at) => [at + 1, `新闻${at + 1}`]))

let host: FakeBridge
beforeEach(() => {
  host = aHost()
    .on('localDrafts.get', () => null)
    .on('localDrafts.put', () => ({ savedAt: '2026-01-01 00:00:00' }))
    .on('localDrafts.remove', () => null)
    .on('dictionary.findById', () => dictionary)
    .on('classify.getTree', () => [
      { ...word(1, '华东', 9), hasChildren: true, child: [word(2, '上海', 1), word(3, '南京', 1)] },
      word(4, '港澳', 9),
    ])
    .on('content.selectOptions', ({ key }) =>
      Object.fromEntries(Object.entries(NEWS).filter(([, title]) => title.includes(key))),
    )
    .on('content.listByIds', () => [])
    .on('label.page', () =>
      pageOf([aLabel(3, '头条'), aLabel(5, '深度'), aLabel(6, '华东', { classId: 2, className: '地区' })]),
    )
    .on('content.save', ({ isStatus }) => ({ id: 7, version: 4, isStatus, approval: 'none', sensitive: [] }))
})

function open(field: MenuField, entry: ContentEntry | null = null) {
  host.on('content.form', () => aForm([field], entry))
  renderUi(<EntryDialog classId={201} id={entry?.id ?? 0} onClose={() => undefined} />, { host })
  return userEvent.setup()
}
type User = ReturnType<typeof userEvent.setup>
/** Publishes and answers the text that was sent. */
async function published(user: User): Promise<string | undefined> {
  const button = await screen.findByRole('button', { name: '保存并发布' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button)
  await waitFor(() => expect(host.inputsOf('content.save').length).toBeGreaterThan(0))
  return host.inputsOf('content.save').at(-1)?.fieldList[0]?.fieldValue
}
const choice = (type: number) =>
  aFormField('kind', '类别', 'SingleLine', { relationMark: JSON.stringify({ id: 8, type }) })

describe('choices from dictionaries', () => {
  it('are radio buttons of type 1, which send the text itself [B-156]', async () => {
    const user = open(choice(1))
    await user.click(await screen.findByRole('radio', { name: '乙' }))
    expect(await published(user)).toBe('乙')
  })

  it('are checkboxes of type 2, joined by commas [B-157] [B-161]', async () => {
    const user = open(choice(2), anEntry(7, { kind: '丙' }))
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '丙' })).checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: '甲' }))
    expect(await published(user)).toBe('甲,丙')
  })

  it('are a dropdown of type 3, which can be emptied [B-158]', async () => {
    const user = open(choice(3))
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    await user.click(await screen.findByRole('option', { name: '丙' }))
    expect(await published(user)).toBe('丙')
  })

  it('are a dropdown of several of type 4, joined by commas [B-159] [B-161]', async () => {
    const user = open(choice(4))
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '甲' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '丙' }))
    expect(await published(user)).toBe('甲,丙')
  })

  it('of type 1 can be cleared when the field is optional', async () => {
    const user = open(choice(1), anEntry(7, { kind: '乙' }))
    await user.click(await screen.findByRole('button', { name: '清空类别' }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '乙' }).checked).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: '甲' })))
    expect(await published(user)).toBe('')
  })

  it('of type 1 stay when one must be chosen', async () => {
    open({ ...choice(1), isRequired: true }, anEntry(7, { kind: '乙' }))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: '乙' })).checked).toBe(true)
    expect(screen.queryByRole('button', { name: '清空类别' })).toBeNull()
  })

  it('are a cascader of type 5, whose way is sent as ids joined by commas [B-160] [B-161]', async () => {
    const user = open(choice(5))
    await user.click(await screen.findByRole('button', { name: '选择类别' }))
    await user.click(await screen.findByRole('menuitem', { name: '华东' }))
    await user.click(await screen.findByRole('menuitem', { name: '上海' }))
    expect((await screen.findByRole('button', { name: '选择类别' })).textContent).toBe('华东 / 上海')
    expect(await published(user)).toBe('1,2')
  })

  it('may have commas in them where one is chosen', async () => {
    host.on('dictionary.findById', () => ({ ...dictionary, value: ['甲,乙', '丙'] }))
    open(choice(1), anEntry(7, { kind: '甲,乙' }))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: '甲,乙' })).checked).toBe(true)
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  it('keep in view what the dictionary no longer has', async () => {
    open(choice(1), anEntry(7, { kind: '旧词' }))
    const old = await screen.findByRole<HTMLInputElement>('radio', { name: '旧词（已不在字典中）' })
    expect(old.checked).toBe(true)
  })
})

describe('related entries', () => {
  const related = aFormField('related', '相关', 'RelationContent', { relationMark: '{"classIdList":[202]}' })
  const chips = () => screen.getByRole('list', { name: '已选相关' })

  it('are picked from a table of ten a page with a search of 254 characters [B-042] [B-229] [B-327] [B-408]', async () => {
    const user = open(related)
    await user.click(await screen.findByRole('button', { name: '选择内容' }))
    // By its title: only a DOM without layout hides a dialog over another one.
    const picker = requireValue(
      (await screen.findByTitle('选择相关')).closest<HTMLElement>('[role=dialog]'),
      'it is open',
    )
    await waitFor(() => expect(within(picker).getAllByRole('row')).toHaveLength(11))
    expect(host.inputsOf('content.selectOptions').at(-1)).toMatchObject({ siteId: 1, classIdList: [202] })
    await user.click(within(picker).getByRole('checkbox', { name: '选择 新闻23' }))
    await user.click(within(picker).getByRole('button', { name: '第 2 页' }))
    await user.click(await within(picker).findByRole('checkbox', { name: '选择 新闻13' }))
    const search = within(picker).getByRole<HTMLInputElement>('searchbox')
    expect(search.maxLength).toBe(254)
    await user.type(search, '新闻7{Enter}')
    await user.click(await within(picker).findByRole('checkbox', { name: '选择 新闻7' }))
    await user.click(within(picker).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(chips().textContent).toBe('新闻23新闻13新闻7'))
    expect(await published(user)).toBe('23,13,7')
  })

  it('beyond the first thousand are announced and found by title', async () => {
    const listed = Object.fromEntries(Array.from({ length: 1000 }, (_none, at) => [at + 1001, `新闻${at + 1001}`]))
    host.on('content.selectOptions', ({ key, idList }) => {
      if (idList) return Object.fromEntries(idList.map((id) => [id, `新闻${id}`]))
      return key === '' ? listed : { 7: '新闻7' }
    })
    const user = open(related, anEntry(7, { related: '5' }))
    await waitFor(() => expect(chips().textContent).toBe('新闻5'))
    await user.click(await screen.findByRole('button', { name: '选择内容' }))
    const picker = requireValue(
      (await screen.findByTitle('选择相关')).closest<HTMLElement>('[role=dialog]'),
      'it is open',
    )
    await within(picker).findByText('仅列出最新的 1000 篇，其他内容请按标题搜索')
    await user.type(within(picker).getByRole('searchbox'), '新闻7{Enter}')
    await user.click(await within(picker).findByRole('checkbox', { name: '选择 新闻7' }))
    expect(within(picker).queryByText(/只列出最新的/)).toBeNull()
    await user.click(within(picker).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(chips().textContent).toBe('新闻5新闻7'))
  })

  it('move the focus to the next entry, and to the buttons after the last one', async () => {
    const user = open(related, anEntry(7, { related: '1,2,3' }))
    await waitFor(() => expect(chips().textContent).toBe('新闻1新闻2新闻3'))
    screen.getByRole('button', { name: '移除 新闻2' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '移除 新闻3' })))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '移除 新闻1' })))
    screen.getByRole('button', { name: '清空' }).focus()
    await user.keyboard('{Enter}')
    const question = await screen.findByRole('alertdialog', { name: '清空“相关”' })
    within(question).getByRole('button', { name: '清空' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择内容' })))
  })

  it('are moved, removed one by one, and cleared after a question [B-270]', async () => {
    const user = open(related, anEntry(7, { related: '1,2,99' }))
    await waitFor(() => expect(chips().textContent).toBe('新闻1新闻2编号 99'))
    within(chips()).getByRole('button', { name: '新闻1' }).focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(chips().textContent).toBe('新闻2新闻1编号 99'))
    await user.click(screen.getByRole('button', { name: '移除 编号 99' }))
    expect(chips().textContent).toBe('新闻2新闻1')
    await user.click(screen.getByRole('button', { name: '清空' }))
    const question = await screen.findByRole('alertdialog', { name: '清空“相关”' })
    expect(question.textContent).toContain('确认清空数据？')
    await user.click(within(question).getByRole('button', { name: '清空' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: '已选相关' })).toBeNull())
    expect(await published(user)).toBe('')
  })
})

describe('labels', () => {
  it('stand under their categories, and their ids are joined by commas [B-161]', async () => {
    const user = open(aFormField('labels', '标签', 'RelationLabel'), anEntry(7, { labels: '6,77' }))
    const kinds = await screen.findByRole('group', { name: '类型' })
    await user.click(within(kinds).getByRole('checkbox', { name: '深度' }))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '编号 77（标签已不存在）' }).checked).toBe(true)
    expect(await published(user)).toBe('6,77,5')
  })
})

describe('many labels', () => {
  it('are limited to the chosen ones and a hundred more checkboxes, and found by name', async () => {
    const many = Array.from({ length: 3000 }, (_none, at) =>
      aLabel(at + 1, `标签${at + 1}`, { className: at < 1500 ? '类型' : '地区' }),
    )
    host.on('label.page', () => pageOf(many))
    const user = open(aFormField('labels', '标签', 'RelationLabel'), anEntry(7, { labels: '2999' }))
    await screen.findByText('另有 2899 个标签未列出，请输入关键词查找')
    expect(screen.getAllByRole('checkbox')).toHaveLength(101)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '标签2999' }).checked).toBe(true)
    await user.type(screen.getByRole('searchbox', { name: '查找标签' }), '标签2000{Enter}')
    await user.click(await screen.findByRole('checkbox', { name: '标签2000' }))
    expect(await published(user)).toBe('2999,2000')
  })
})

describe('a moment', () => {
  it('is typed in 24-hour format, with or without colons; an invalid time is reverted', async () => {
    const user = open(aFormField('time', '时间', 'DateTime'), anEntry(7, { time: '2026-03-01 21:30:15' }))
    const clock = await screen.findByRole<HTMLInputElement>('textbox', { name: '时间时间' })
    expect([clock.type, clock.value]).toEqual(['text', '21:30:15'])
    await user.clear(clock)
    await user.type(clock, '9:30 PM')
    act(() => clock.blur())
    expect(clock.value).toBe('09:30:00')
    await user.clear(clock)
    await user.type(clock, '2245')
    act(() => clock.blur())
    expect(clock.value).toBe('22:45:00')
    expect(await published(user)).toBe('2026-03-01 22:45:00')
  })
})

describe('the preview', () => {
  it('shows the unsaved form in a frame without scripts [B-043] [B-330]', async () => {
    host
      .on('content.preview', () => ['https://cms.example.com/api/sitecraft/preview/x'])
      .on('preview.open', () => ({ href: '/preview/x' }))
    const user = open(aFormField('title', '标题'))
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '还没有保存')
    await user.click(screen.getByRole('button', { name: '预览' }))
    const frame = await screen.findByTitle('内容预览')
    expect([frame.getAttribute('src'), frame.getAttribute('sandbox')]).toEqual(['/preview/x', ''])
    expect(host.inputsOf('content.preview')).toMatchObject([
      { classId: 201, id: 0, fieldList: [{ fieldName: 'title', fieldValue: '还没有保存' }] },
    ])
    expect(host.inputsOf('preview.open')).toEqual([{ address: 'https://cms.example.com/api/sitecraft/preview/x' }])
    expect(host.inputsOf('content.save')).toEqual([])
  })
})
