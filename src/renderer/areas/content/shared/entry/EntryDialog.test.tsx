import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { aSession } from '#tests/builders/session.ts'
import {
  button,
  dialogState,
  fieldsOf,
  NOTE,
  open,
  press,
  saved,
  sent,
  SOURCE,
  TITLE,
  resetDialogState,
} from '#tests/setup/entryDialog.tsx'

configure({ defaultHidden: true })
resetDialogState()

describe('the content form', () => {
  it('is built from the fields of the column, with defaults, hints and marks [A-327] [B-037] [B-038] [B-039] [B-040] [B-041]', async () => {
    await open([TITLE, { ...SOURCE, defaultValue: '本报讯' }, NOTE])
    const title = await screen.findByRole('textbox', { name: '标题' })
    expect(title.getAttribute('required') ?? title.getAttribute('aria-required')).not.toBeNull()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '来源' }).value).toBe('本报讯')
    screen.getByText('从哪里来')
    screen.getByText('0 / 50')
    const dialog = screen.getByRole('dialog', { name: '新增：新闻' })
    expect(getComputedStyle(dialog).width).toBe('clamp(720px, 70%, 1400px)')
    const names = within(dialog)
      .getAllByRole('button')
      .map((each) => each.textContent)
    expect(names).toEqual(expect.arrayContaining(['预览', '取消', '保存到草稿', '保存并发布']))
  })

  it('uses one dialog from loading to the form, and focuses the first field', async () => {
    let answer = (): void => undefined
    dialogState.host.on('localDrafts.list', () => new Promise((resolve) => (answer = () => resolve([]))))
    await open([TITLE, SOURCE])
    const dialog = await screen.findByRole('dialog')
    await screen.findByText('正在读取内容…')
    fireEvent.click(document.querySelector('.fui-DialogSurface__backdrop') ?? document.body)
    expect(dialogState.closed).toBe(false)
    answer()
    await waitFor(() => expect(screen.getByRole('textbox', { name: '标题' })).toBe(document.activeElement))
    expect(screen.getByRole('dialog', { name: '新增：新闻' })).toBe(dialog)
  })

  it('shows the fields for adding or for editing', async () => {
    const added = aFormField('added', '仅新增', 'SingleLine', { isUpdate: false })
    const edited = aFormField('edited', '仅修改', 'SingleLine', { isAdd: false })
    const { view } = await open([added, edited])
    await screen.findByRole('textbox', { name: '仅新增' })
    expect(screen.queryByRole('textbox', { name: '仅修改' })).toBeNull()
    view.unmount()
    await open([added, edited], anEntry(7))
    await screen.findByRole('textbox', { name: '仅修改' })
    expect(screen.queryByRole('textbox', { name: '仅新增' })).toBeNull()
  })

  it('shows all of many fields, in their order', async () => {
    await open(
      Array.from({ length: 60 }, (_none, at) => aFormField(`field${at}`, `字段 ${at}`, 'SingleLine', { sort: at })),
    )
    await screen.findByRole('textbox', { name: '字段 59' })
    const names = screen.getAllByRole('textbox').map((each) => each.getAttribute('name'))
    expect(names).toEqual(Array.from({ length: 60 }, (_none, at) => `field${at}`))
  })

  it('publishes what is complete, and says the first thing that is not [B-225] [B-226] [B-186]', async () => {
    const { user } = await open([TITLE, NOTE])
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存并发布')
    await waitFor(() => expect(screen.getAllByText('请添加数据').length).toBeGreaterThan(1))
    expect(sent()).toEqual([])
    fireEvent.change(screen.getByRole('textbox', { name: '标题' }), { target: { value: '长'.repeat(255) } })
    await press(user, '保存并发布')
    await waitFor(() => expect(screen.getAllByText('标题不能超过 254 个字').length).toBeGreaterThan(0))
    fireEvent.change(screen.getByRole('textbox', { name: '标题' }), { target: { value: '大会' } })
    await press(user, '保存并发布')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent()).toMatchObject([{ classId: 201, id: 0, siteId: 1, isStatus: true, acceptSensitive: false }])
    expect(fieldsOf()).toEqual({ title: '大会', note: '' })
  })

  it.each([
    ['submitted', '新增数据提交审核'],
    ['resubmitted', '编辑数据提交审批'],
  ] as const)('that goes to approval (%s) says so: %s [B-402] [B-403]', async (approval, text) => {
    dialogState.host.on('content.save', () => ({ ...saved({}), approval }))
    const { user } = await open([TITLE], anEntry(7, { title: '大会' }))
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存并发布')
    await screen.findByText(text)
  })

  it('keeps a draft as it is typed, complete or not [B-185]', async () => {
    const { user } = await open([TITLE])
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent()).toMatchObject([{ isStatus: false, fieldList: [{ fieldName: 'title', fieldValue: '' }] }])
  })

  it('limits a text to 50 characters by its note, and says how many there are [B-228]', async () => {
    const { user } = await open([NOTE])
    const note = await screen.findByRole('textbox', { name: '摘要' })
    fireEvent.change(note, { target: { value: '字'.repeat(51) } })
    await screen.findByText('51 / 50')
    // As the rule counts: a rare character is one, not two.
    fireEvent.change(note, { target: { value: '𠮷'.repeat(50) } })
    await screen.findByText('50 / 50')
    fireEvent.change(note, { target: { value: '字'.repeat(51) } })
    await press(user, '保存并发布')
    await waitFor(() => expect(screen.getAllByText('摘要不能超过 50 个字').length).toBeGreaterThan(0))
    expect(sent()).toEqual([])
  })

  it('sends one save at a time', async () => {
    let answer: (() => void) | undefined
    dialogState.host.on('content.save', () => new Promise((resolve) => (answer = () => resolve(saved({})))))
    const { user } = await open([TITLE])
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存到草稿')
    await user.click(button('保存到草稿'))
    await waitFor(() => expect(answer).toBeDefined())
    expect(sent()).toHaveLength(1)
    answer?.()
    await waitFor(() => expect(dialogState.closed).toBe(true))
  })

  it('disables save actions without permission, and shows the reason', async () => {
    const grant = { siteId: 1, menuItemDTOList: [{ menuId: 201, settingList: [1101] }] }
    dialogState.host.on('session.status', () => aSession({ groupId: 5, siteItemDTOList: [grant] }))
    const { user } = await open([TITLE])
    await screen.findByRole('textbox', { name: '标题' })
    await waitFor(() => expect(button('保存并发布').getAttribute('aria-disabled')).toBe('true'))
    await user.hover(button('保存并发布'))
    await screen.findByText('您没有在栏目“新闻”中发布的权限')
    await press(user, '保存到草稿')
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('takes what is published off the site only after a question', async () => {
    const { user } = await open([TITLE], anEntry(7, { title: '旧', isStatus: true }))
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存到草稿')
    const question = await screen.findByRole('alertdialog', { name: '保存到草稿' })
    await user.click(within(question).getByRole('button', { name: '取消' }))
    expect(sent()).toEqual([])
  })

  it('compares with the version of another user, and saves the chosen values', async () => {
    let version = 3
    dialogState.host.on('content.save', (input) => {
      if (input.version === 3)
        throw new AppError('conflict', '已被修改', {
          details: { fact: { kind: 'changed', version: 4, changedBy: '王芳', changedAt: '' } },
        })
      return saved({ id: 7, isStatus: true })
    })
    const { user } = await open([TITLE, SOURCE], anEntry(7, { title: '旧', source: '甲', version }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.clear(title)
    await user.type(title, '我的')
    version = 4
    dialogState.host.on('content.form', () =>
      aForm([TITLE, SOURCE], anEntry(7, { title: '他的', source: '乙', version })),
    )
    await press(user, '保存并发布')
    const region = await screen.findByRole('region', { name: '标题' })
    expect(region.textContent).toContain('双方均已修改')
    await user.click(within(region).getByRole('radio', { name: /我的内容/ }))
    await press(user, '合并保存')
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({ version: 4, isStatus: true })
    expect(fieldsOf(1)).toEqual({ title: '我的', source: '乙' })
  })
})

describe('saving by keyboard', () => {
  it('keeps a draft a draft, and what is published published, also after it was published here', async () => {
    dialogState.host.on('content.save', ({ isStatus }) => saved({ id: 7, isStatus }))
    const { user } = await open([TITLE], anEntry(7, { title: '旧', isStatus: true }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await waitFor(() => expect(button('保存并发布').getAttribute('aria-disabled')).not.toBe('true'))
    await user.type(title, '的新的{Control>}s{/Control}')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().map(({ isStatus }) => isStatus)).toEqual([true])
    expect(fieldsOf()).toEqual({ title: '旧的新的' })
  })

  it('takes the day that stands in an input which was not left', async () => {
    const { user } = await open([aFormField('day', '日期', 'Date')])
    const day = await screen.findByRole('combobox', { name: '日期' })
    await waitFor(() => expect(button('保存到草稿').getAttribute('aria-disabled')).not.toBe('true'))
    act(() => day.focus())
    await user.keyboard('2026-3-1{Control>}s{/Control}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(fieldsOf()).toEqual({ day: '2026-03-01' })
  })

  it('is refused where the account may not save, and shows the reason', async () => {
    const grant = { siteId: 1, menuItemDTOList: [{ menuId: 201, settingList: [1101] }] }
    dialogState.host.on('session.status', () => aSession({ groupId: 5, siteItemDTOList: [grant] }))
    const { user } = await open([TITLE], anEntry(7, { title: '旧' }))
    await waitFor(() => expect(button('保存到草稿').getAttribute('aria-disabled')).toBe('true'))
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '新{Control>}s{/Control}')
    const said = (): string => [...document.querySelectorAll('.fui-Toast')].map((each) => each.textContent).join()
    await waitFor(() => expect(said()).toContain('您没有在栏目“新闻”中编辑的权限'))
    expect(sent()).toEqual([])
  })
})

describe('writing on while a save is under way', () => {
  it('is not lost: the form stays open with it, and reports it', async () => {
    let answer = (): void => undefined
    dialogState.host.on('content.save', () => new Promise((resolve) => (answer = () => resolve(saved({ id: 7 })))))
    const { user } = await open([TITLE, SOURCE], anEntry(7, { title: '旧', source: '甲' }))
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
    await user.type(title, '的')
    await press(user, '保存到草稿')
    await waitFor(() => expect(sent()).toHaveLength(1))
    await user.type(title, '后来的')
    answer()
    await screen.findByText(/保存期间的修改尚未保存/)
    expect(dialogState.closed).toBe(false)
    expect(title.value).toBe('旧的后来的')
    dialogState.host.on('content.save', () => saved({ id: 7 }))
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(fieldsOf(1)).toEqual({ title: '旧的后来的', source: '甲' })
    expect(sent()[1]?.version).toBe(4)
  })
})

describe('sensitive words', () => {
  const hit = { fieldName: 'title', fieldAlias: '标题', word: '坏词', propWord: '好词', times: 2, excerpt: '一个坏词' }
  const refuse = (): never => {
    throw new AppError('conflict', '有敏感词', { details: { fact: { kind: 'words', hits: [hit] } } })
  }

  it('stand at their fields, are replaced in one click, and publishing with them asks first', async () => {
    dialogState.host.on('content.save', ({ acceptSensitive }) =>
      acceptSensitive ? saved({ isStatus: true }) : refuse(),
    )
    const { user } = await open([TITLE])
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
    await user.type(title, '坏词和坏词')
    await press(user, '保存并发布')
    const question = await screen.findByRole('alertdialog', { name: '内容中有敏感词' })
    await user.click(within(question).getByRole('button', { name: '返回修改' }))
    expect(dialogState.closed).toBe(false)
    const notes = screen.getByRole('list', { name: '标题中的敏感词' })
    expect(notes.textContent).toContain('敏感词“坏词” × 2')
    await user.click(within(notes).getByRole('button', { name: '替换为“好词”' }))
    expect(title.value).toBe('好词和好词')
    expect(screen.queryByRole('list', { name: '标题中的敏感词' })).toBeNull()
    await press(user, '保存并发布')
    await user.click(await screen.findByRole('button', { name: '仍然发布' }))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().map((each) => each.acceptSensitive)).toEqual([false, false, true])
  })

  it('in a draft are shown after it was kept, and the next save goes to the same entry', async () => {
    dialogState.host.on('content.save', ({ id }) => saved({ id: id || 9, sensitive: id ? [] : [hit] }))
    const { user } = await open([TITLE])
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '坏词')
    await press(user, '保存到草稿')
    await screen.findByRole('list', { name: '标题中的敏感词' })
    expect(dialogState.closed).toBe(false)
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().map(({ id, version }) => [id, version])).toEqual([
      [0, undefined],
      [9, 4],
    ])
  })
})
