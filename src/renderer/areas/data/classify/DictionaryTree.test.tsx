import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Classify } from '#shared/contract/classify.ts'
import { AppError } from '#shared/errors/index.ts'
import { anEntry } from '#tests/builders/classifyRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DictionaryTree } from './DictionaryTree.tsx'

configure({ defaultHidden: true })

const tree = (): Classify[] => [
  anEntry(1, '地区', {
    child: [anEntry(2, '广东省', { sort: 5, child: [anEntry(3, '广州市')] }), anEntry(4, '云南省', { subTitle: 'YN' })],
  }),
]
const host = (): FakeBridge => aHost().on('classify.getTree', tree)
const saving = (): FakeBridge => host().on('classify.save', (form) => anEntry(form.id || 9, form.title, form))
const row = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
const title = (): HTMLElement => screen.getByRole('textbox', { name: '名称' })

describe('the tree of multi-level dictionaries', () => {
  it('is fully open, with the sort number of each entry, whose tooltip says that larger comes first [B-097] [B-102]', async () => {
    renderUi(<DictionaryTree />, { host: host() })
    await row(/广州市/)
    expect(screen.getAllByRole('row').map((each) => each.getAttribute('aria-level'))).toEqual([
      null,
      '1',
      '2',
      '3',
      '2',
    ])
    const sort = screen.getByRole('textbox', { name: '排序 广东省' })
    expect(sort).toHaveProperty('value', '5')
    expect(sort.closest('[title]')?.getAttribute('title')).toBe('数值越大，排序越靠前')
  })

  it('saves a sort number', async () => {
    const fake = host().on('classify.updateSort', () => null)
    renderUi(<DictionaryTree />, { host: fake })
    await row(/云南省/)
    const sort = screen.getByRole('textbox', { name: '排序 云南省' })
    await userEvent.clear(sort)
    await userEvent.type(sort, '8{Enter}')
    await screen.findByText('更新成功')
    expect(fake.inputsOf('classify.updateSort')).toEqual([{ id: 4, sort: 8 }])
  })

  it('edits an entry in its row; Enter saves and Escape cancels [B-100]', async () => {
    const fake = saving()
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(within(await row(/云南省/)).getByRole('button', { name: '编辑 云南省' }))
    expect(title()).toHaveProperty('value', '云南省')
    await user.type(title(), '改{Escape}')
    expect(screen.queryByRole('textbox', { name: '名称' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '编辑 云南省' }))
    await user.clear(title())
    await user.type(title(), '云南')
    await user.clear(screen.getByRole('textbox', { name: '副标题' }))
    await user.keyboard('{Enter}')
    await screen.findByText('保存成功')
    expect(fake.inputsOf('classify.save')).toEqual([{ id: 4, parentId: 1, title: '云南', subTitle: '', version: 1 }])
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '名称' })).toBeNull())
  })

  it('adds a root entry and a child entry in a new row [B-098] [B-099]', async () => {
    const fake = saving()
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(title(), '行业{Enter}')
    await screen.findByText('保存成功')
    await user.click(screen.getByRole('button', { name: '新增下级 广东省' }))
    await user.type(title(), '深圳市')
    await user.click(screen.getByRole('button', { name: '保存 深圳市' }))
    await waitFor(() =>
      expect(fake.inputsOf('classify.save')).toEqual([
        { id: 0, parentId: 0, title: '行业', subTitle: '' },
        { id: 0, parentId: 2, title: '深圳市', subTitle: '' },
      ]),
    )
  })

  it('needs a title: 请输入名称 [B-233]', async () => {
    const fake = saving()
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(title(), ' {Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('请输入名称')
    expect(fake.inputsOf('classify.save')).toEqual([])
  })

  it('keeps the typed text when another row is opened, and when the server refuses', async () => {
    const fake = host().on('classify.save', () => {
      throw new AppError('invalid', '多级字典最多 10 级')
    })
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 云南省' }))
    await user.type(title(), '！')
    await user.click(screen.getByRole('button', { name: '编辑 广州市' }))
    await screen.findByText('请先保存或取消正在编辑的条目')
    await user.type(title(), '{Enter}')
    await screen.findByText('多级字典最多 10 级')
    expect(title()).toHaveProperty('value', '云南省！')
  })

  it('shows both versions when another user has saved meanwhile, and overwrites theirs', async () => {
    const fact = { kind: 'changed' as const, version: 2, changedBy: 'editor', changedAt: '2026-01-01 00:00:00' }
    const fake = host()
    fake.on('classify.save', (form) => {
      if (form.version === 1) {
        fake.on('classify.getTree', () => [anEntry(1, '地区', { child: [anEntry(4, '彩云之南', { version: 2 })] })])
        throw new AppError('conflict', '条目已被修改', { details: { fact } })
      }
      return anEntry(form.id, form.title, form)
    })
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 云南省' }))
    await user.clear(title())
    await user.type(title(), '滇{Enter}')
    await user.click(await screen.findByRole('button', { name: '用我的内容覆盖' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('classify.save').at(-1)).toMatchObject({ id: 4, title: '滇', version: 2 })
  })

  it('keeps the row that is being edited in view while another entry is searched for', async () => {
    renderUi(<DictionaryTree />, { host: saving() })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 云南省' }))
    await user.type(title(), '！')
    await user.type(screen.getByRole('searchbox'), '广州')
    await waitFor(() => expect(screen.queryByText('广东省')).toBeTruthy())
    expect(title()).toHaveProperty('value', '云南省！')
  })

  it('offers to save the typed text as a new entry when another user has deleted the entry', async () => {
    const fake = saving().on('classify.updateSort', () => null)
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 云南省' }))
    await user.type(title(), '改')
    fake.on('classify.getTree', () => [anEntry(1, '地区', { child: [anEntry(2, '广东省', { sort: 8 })] })])
    // Any refresh brings the tree without the entry.
    await user.type(screen.getByRole('textbox', { name: '排序 广东省' }), '{Backspace}8{Enter}')
    await screen.findByText('正在编辑的条目已被删除。输入的内容尚未保存：云南省改，YN')
    await user.click(screen.getByRole('button', { name: '作为新条目添加' }))
    expect(title()).toHaveProperty('value', '云南省改')
    await user.type(title(), '{Enter}')
    await waitFor(() =>
      expect(fake.inputsOf('classify.save')).toEqual([{ id: 0, parentId: 1, title: '云南省改', subTitle: 'YN' }]),
    )
    expect(screen.queryByRole('button', { name: '作为新条目添加' })).toBeNull()
  })

  it('goes on after what was typed for a deleted entry was given up', async () => {
    const fake = saving().on('classify.updateSort', () => null)
    renderUi(<DictionaryTree />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增下级 云南省' }))
    await user.type(title(), '昆明市')
    fake.on('classify.getTree', () => [anEntry(1, '地区', { child: [anEntry(2, '广东省', { sort: 8 })] })])
    await user.type(screen.getByRole('textbox', { name: '排序 广东省' }), '{Backspace}8{Enter}')
    await screen.findByText('新条目的上级条目已被删除。输入的内容尚未保存：昆明市')
    await user.click(screen.getByRole('button', { name: '放弃输入的内容' }))
    await user.click(screen.getByRole('button', { name: '编辑 广东省' }))
    expect(title()).toHaveProperty('value', '广东省')
  })

  it('asks with the number of entries below, and deletes [B-101]', async () => {
    const fake = host().on('classify.deleteByIdList', () => null)
    renderUi(<DictionaryTree />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 广东省' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('删除条目“广东省”及其 1 个下级条目')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('classify.deleteByIdList')).toEqual([[2]])
  })

  it('finds entries by their texts', async () => {
    renderUi(<DictionaryTree />, { host: host() })
    await row(/广州市/)
    await userEvent.type(screen.getByRole('searchbox'), 'yn')
    await waitFor(() => expect(screen.queryByRole('row', { name: /广东省/ })).toBeNull())
    expect(await row(/云南省/)).toBeTruthy()
  })
})
