import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SensitiveWord } from '#shared/contract/sensitive.ts'
import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SensitiveWords } from './SensitiveWords.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const aWord = (id: number, sensitiveWord: string, changes: Partial<SensitiveWord> = {}): SensitiveWord => ({
  id,
  sensitiveWord,
  propWord: '',
  createTime: '2026-01-01 00:00:00',
  version: 1,
  changedBy: 'admin',
  changedAt: '2026-01-01 00:00:00',
  classId: 0,
  ...changes,
})
const WORDS = [aWord(2, '坏词', { propWord: '好词' }), aWord(1, '广告')]
const host = (): FakeBridge =>
  aHost()
    .on('sensitive.page', ({ key }) => pageOf(WORDS.filter((word) => word.sensitiveWord.includes(key))))
    .on('sensitive.deleteByIdList', () => null)
    .on('sensitive.classes', () => [])

describe('the sensitive words', () => {
  it('stand in a paged table with their replacement, and are searched [B-166]', async () => {
    const fake = host()
    renderUi(<SensitiveWords />, { host: fake })
    const cells = within(await screen.findByRole('row', { name: /坏词/ })).getAllByRole('cell')
    expect(cells.slice(1, 4).map((each) => each.textContent)).toEqual(['坏词', '好词', '2026-01-01 00:00:00'])
    expect(screen.getByRole('row', { name: /广告/ }).textContent).toContain('未填写')
    expect(fake.inputsOf('sensitive.page')[0]).toMatchObject({ page: 1, size: 10, key: '' })
    await userEvent.type(screen.getByLabelText('搜索敏感词或替换词'), '广告{Enter}')
    await waitFor(() => expect(screen.queryByRole('row', { name: /坏词/ })).toBeNull())
    expect(address()).toBe(`/?key=${encodeURIComponent('广告')}`)
  })
  it('turn pages of ten and are searched by a keyword [B-115]', async () => {
    const words = Array.from({ length: 11 }, (_, at) => aWord(at + 1, `词 ${at + 1}。`))
    const fake = host().on('sensitive.page', ({ key, page, size }) => {
      const found = words.filter(({ sensitiveWord }) => sensitiveWord.includes(key))
      const content = found.slice((page - 1) * size, page * size)
      return { content, totalElements: found.length, totalPages: Math.ceil(found.length / size) }
    })
    renderUi(<SensitiveWords />, { host: fake })
    await screen.findByRole('row', { name: /词 10。/ })
    expect(screen.queryByRole('row', { name: /词 11。/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '第 2 页' }))
    await screen.findByRole('row', { name: /词 11。/ })
    expect(screen.queryByRole('row', { name: /词 10。/ })).toBeNull()
    await userEvent.type(screen.getByLabelText('搜索敏感词或替换词'), '词 3。{Enter}')
    await screen.findByRole('row', { name: /词 3。/ })
    expect(screen.queryByRole('row', { name: /词 11。/ })).toBeNull()
  })
  it('are added in a dialog; what is refused stays in it [B-116] [B-122]', async () => {
    const taken = '敏感词“坏词”已存在，请换一个或编辑已有的敏感词'
    const fake = host().on('sensitive.save', (form) => {
      if (form.sensitiveWord === '坏词') throw new AppError('conflict', taken)
      return aWord(3, form.sensitiveWord)
    })
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await screen.findByRole('dialog', { name: '新增敏感词' })
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('请输入敏感词')
    await user.type(screen.getByRole('textbox', { name: /^敏感词/ }), '坏词')
    await user.type(screen.getByLabelText('替换词'), '好词')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText(taken)
    await user.type(screen.getByRole('textbox', { name: /^敏感词/ }), '二')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('sensitive.save').at(-1)).toEqual({
      id: 0,
      sensitiveWord: '坏词二',
      propWord: '好词',
      classId: 0,
    })
  })
  it('are edited as they stand [B-117]', async () => {
    const fake = host().on('sensitive.save', (form) => aWord(2, form.sensitiveWord))
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 坏词' }))
    await screen.findByRole('dialog', { name: '编辑敏感词“坏词”' })
    const replacement = screen.getByLabelText('替换词')
    expect(replacement).toHaveProperty('value', '好词')
    await user.type(screen.getByLabelText('替换词'), '儿')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('sensitive.save')).toEqual([
      { id: 2, sensitiveWord: '坏词', propWord: '好词儿', classId: 0, version: 1 },
    ])
  })
  it('that somebody else deletes while they are edited can be kept as new ones', async () => {
    const gone = new AppError('not-found', '敏感词不存在，可能已被删除', {
      details: { fact: { kind: 'missing', missing: [2] } },
    })
    const fake = host().on('sensitive.save', (form) => {
      if (form.id !== 0) throw gone
      return aWord(9, form.sensitiveWord)
    })
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 坏词' }))
    await user.type(await screen.findByLabelText('替换词'), '儿')
    const answered = async (answer: string): Promise<void> => {
      await user.click(screen.getByRole('button', { name: '确定' }))
      const question = await screen.findByRole('alertdialog', { name: '正在编辑的数据已被删除' })
      await user.click(within(question).getByRole('button', { name: answer }))
    }
    await answered('继续编辑')
    expect(screen.queryByText('敏感词不存在，可能已被删除')).toBeNull()
    expect(screen.getByLabelText('替换词')).toHaveProperty('value', '好词儿')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '确定' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await answered('保存为新数据')
    await screen.findByText('保存成功')
    expect(fake.inputsOf('sensitive.save').at(-1)).toEqual({
      id: 0,
      sensitiveWord: '坏词',
      propWord: '好词儿',
      classId: 0,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('are deleted one by one after the question [B-118]', async () => {
    const fake = host()
    renderUi(<SensitiveWords />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 广告' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '取消' }))
    expect(fake.inputsOf('sensitive.deleteByIdList')).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: '删除 广告' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('sensitive.deleteByIdList')).toEqual([[1]])
  })
  it('are deleted together; an empty selection is reported [B-119]', async () => {
    const fake = host()
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /坏词/ })
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    await screen.findByText('请选择数据！')
    for (const word of ['坏词', '广告']) await user.click(screen.getByRole('checkbox', { name: new RegExp(word) }))
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    const question = await screen.findByRole('alertdialog', { name: '删除 2 个敏感词' })
    await user.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('sensitive.deleteByIdList')).toEqual([[2, 1]])
    await screen.findByText('未选择')
  })
  it('are chosen no longer when one is deleted by its own button', async () => {
    const fake = host()
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /坏词/ })
    for (const word of ['坏词', '广告']) await user.click(screen.getByRole('checkbox', { name: new RegExp(word) }))
    await user.click(screen.getByRole('button', { name: '删除 广告' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText('已选 1 项')
    await user.click(screen.getByRole('button', { name: '批量删除' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('sensitive.deleteByIdList')).toEqual([[1], [2]]))
  })
  it('that somebody else has deleted are chosen no longer, so that the others can be deleted', async () => {
    const gone = new AppError('not-found', '敏感词（编号 1）不存在，请刷新后重新选择', {
      details: { fact: { kind: 'missing', missing: [1] } },
    })
    const fake = host().on('sensitive.deleteByIdList', (ids) => {
      if (JSON.stringify(ids).includes('1')) throw gone
      return null
    })
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /坏词/ })
    for (const word of ['坏词', '广告']) await user.click(screen.getByRole('checkbox', { name: new RegExp(word) }))
    const removeChosen = async (): Promise<void> => {
      await user.click(screen.getByRole('button', { name: '批量删除' }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    }
    await removeChosen()
    await screen.findByText('敏感词（编号 1）不存在，请刷新后重新选择')
    await screen.findByText('已选 1 项')
    await removeChosen()
    await screen.findByText('删除成功')
    expect(fake.inputsOf('sensitive.deleteByIdList')).toEqual([[2, 1], [2]])
  })
  it('come in from a sheet that can be read at once: a larger one is not even sent [B-253]', async () => {
    const fake = host()
    renderUi(<SensitiveWords />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '导入' }))
    await screen.findByText(/不超过 100 MB、10 万行/)
    const sized = (mb: number): File =>
      Object.defineProperty(new File(['x'], '词.xlsx'), 'size', { value: mb * 1024 * 1024 + 1 })
    const choose = (file: File) => user.upload(screen.getByLabelText('选择表格', { selector: 'input' }), file)
    await choose(sized(100))
    await screen.findByText('文件大小不能大于100M!请把表格分成几个文件分别导入')
    expect(fake.inputsOf('uploads.add')).toEqual([])
  })
  it('are exported as they are searched [B-121]', async () => {
    const fake = host().on('sheets.download', () => ({ href: '', savedAs: '/敏感词.xlsx' }))
    renderUi(<SensitiveWords />, { host: fake, at: `/?key=${encodeURIComponent('广')}` })
    await userEvent.click(await screen.findByRole('button', { name: '导出' }))
    await screen.findByText('已保存到 /敏感词.xlsx')
    expect(fake.inputsOf('sheets.download')).toMatchObject([
      { operation: 'sensitive.outputData', input: { key: '广' }, name: '敏感词' },
    ])
    expect(screen.getByRole('button', { name: '导入' })).toBeTruthy()
  })
})
