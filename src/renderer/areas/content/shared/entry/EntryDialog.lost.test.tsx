import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/errors/facts.ts'
import { AppError } from '#shared/errors/index.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { resetDialogState, dialogState, fieldsOf, open, press, saved, sent, TITLE } from '#tests/setup/entryDialog.tsx'

configure({ defaultHidden: true })
resetDialogState()

const EDITED = aFormField('edited', '仅修改', 'SingleLine', { isAdd: false })
const refusal = (code: 'not-found' | 'conflict', fact: Fact) => new AppError(code, '内容不在了', { details: { fact } })
const type = async (text: string): Promise<void> => {
  const input = await screen.findByRole('textbox', { name: '标题' })
  fireEvent.change(input, { target: { value: text } })
}

describe('text typed into an entry that is gone', () => {
  it('becomes a new entry when it was deleted for good, after a question; until then it stays', async () => {
    dialogState.host.on('content.save', ({ id }) => {
      if (id === 7) throw refusal('not-found', { kind: 'missing', missing: [7] })
      return saved({ id: 9 })
    })
    const { user } = await open([TITLE, EDITED], anEntry(7, { title: '旧', edited: '改过', version: 3 }))
    await type('写了很久')
    await press(user, '保存到草稿')
    const question = await screen.findByRole('alertdialog', { name: '该内容已被彻底删除' })
    expect(screen.queryByText('内容不在了')).toBeNull()
    await user.click(within(question).getByRole('button', { name: '返回' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).value).toBe('写了很久')
    expect(dialogState.closed).toBe(false)

    await press(user, '保存到草稿')
    await user.click(await screen.findByRole('button', { name: '另存为新内容' }))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().at(-1)).toMatchObject({ id: 0 })
    expect(sent().at(-1)?.version).toBeUndefined()
    // A field that is for changes alone would be refused of a new entry.
    expect(fieldsOf(sent().length - 1)).toEqual({ title: '写了很久' })
  })

  it('goes on as new also when that is refused first, and its draft goes with it', async () => {
    let full = true
    dialogState.host.on('content.save', ({ id }) => {
      if (id === 7) throw refusal('not-found', { kind: 'missing', missing: [7] })
      if (full) throw new AppError('forbidden', '您没有新增的权限')
      return saved({ id: 9 })
    })
    const { user } = await open([TITLE], anEntry(7, { title: '旧', version: 3 }))
    await type('写了很久')
    fireEvent.focusOut(document)
    await waitFor(() => expect([...dialogState.kept.keys()]).toEqual(['content/201/7']))
    await press(user, '保存到草稿')
    await user.click(await screen.findByRole('button', { name: '另存为新内容' }))
    await screen.findByText('您没有新增的权限')
    fireEvent.focusOut(document)
    await waitFor(() => expect([...dialogState.kept.keys()]).toEqual(['content/201/0']))
    expect(dialogState.kept.get('content/201/0')?.text).toContain('写了很久')
    full = false
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    await waitFor(() => expect([...dialogState.kept.keys()]).toEqual([]))
  })

  it('brings the entry back from the recycle bin, where nobody else changed it', async () => {
    let version = 4
    dialogState.host
      .on('content.save', (input) => {
        if (dialogState.host.inputsOf('content.restore').length === 0)
          throw refusal('conflict', { kind: 'recycled', recycled: 7 })
        expect(input.version).toBe(5)
        return saved({ id: 7 })
      })
      .on('content.restore', () => {
        version = 5
        dialogState.host.on('content.form', () => aForm([TITLE], anEntry(7, { title: '旧', version })))
        return null
      })
    const { user } = await open([TITLE], anEntry(7, { title: '旧', version: 3 }))
    await type('写了很久')
    await press(user, '保存到草稿')
    await screen.findByRole('alertdialog', { name: '该内容已被移入回收站' })
    await user.click(screen.getByRole('button', { name: '还原并保存' }))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(dialogState.host.inputsOf('content.restore')).toEqual([
      { classId: 201, idList: [7], acceptSensitive: false },
    ])
    expect(sent().at(-1)).toMatchObject({ id: 7, version: 5 })
  })

  it('asks first when its old texts, public again, have sensitive words', async () => {
    const hit = { fieldName: 'title', fieldAlias: '标题', word: '第一', propWord: '', times: 3, excerpt: '第一' }
    dialogState.host
      .on('content.save', () => {
        if (!dialogState.host.inputsOf('content.restore').some((input) => input.acceptSensitive))
          throw refusal('conflict', { kind: 'recycled', recycled: 7 })
        return saved({ id: 7 })
      })
      .on('content.restore', ({ acceptSensitive }) => {
        if (!acceptSensitive) throw refusal('conflict', { kind: 'words', hits: [hit] })
        return null
      })
    const { user } = await open([TITLE], anEntry(7, { title: '第一', version: 3, isStatus: true }))
    await type('写了很久')
    const restore = async () => {
      await press(user, '保存并发布')
      await user.click(await screen.findByRole('button', { name: '还原并保存' }))
      return screen.findByRole('alertdialog', { name: '内容中有敏感词' })
    }
    const question = await restore()
    within(question).getByText(/其中有 3 处敏感词/)
    await user.click(within(question).getByRole('button', { name: '返回' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).value).toBe('写了很久')
    expect(screen.queryByText('内容不在了')).toBeNull()
    await user.click(within(await restore()).getByRole('button', { name: '仍然还原' }))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(dialogState.host.inputsOf('content.restore').map((input) => input.acceptSensitive)).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('a new entry whose answer was lost', () => {
  it('is sent again under the name of its form, and another form has another', async () => {
    let lost = true
    dialogState.host.on('content.save', () => {
      if (!lost) return saved({ id: 9 })
      throw new AppError('no-response', '服务器没有及时回应，请检查网络后重试')
    })
    const { user, view } = await open([TITLE])
    await type('写了很久')
    await press(user, '保存到草稿')
    await screen.findByText('服务器没有及时回应，请检查网络后重试')
    lost = false
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    view.unmount()
    await open([TITLE])
    await type('另一篇')
    await press(user, '保存到草稿')
    await waitFor(() => expect(sent()).toHaveLength(3))
    const [first, second, other] = sent().map(({ attempt }) => attempt)
    expect(first).toMatch(/^[\w-]{36}$/)
    expect([second === first, other === first]).toEqual([true, false])
  })

  it('is compared with the version that another user has saved meanwhile, and stays one entry', async () => {
    const theirs = anEntry(9, { title: '李四改的', version: 6 })
    const { user } = await open([TITLE])
    await type('我写的')
    dialogState.host
      .on('content.form', ({ id }) => aForm([TITLE], id === 9 ? theirs : null))
      .on('content.save', ({ id, version }) => {
        if (id === 0) throw new AppError('conflict', '已经保存过', { details: { fact: { kind: 'made', made: 9 } } })
        if (version === 6) return saved({ id: 9 })
        const fact = { kind: 'changed' as const, version: 6, changedBy: '李四', changedAt: '' }
        throw new AppError('conflict', '已被修改', { details: { fact } })
      })
    await press(user, '保存到草稿')
    await screen.findByText(/“李四”.*保存了该数据/)
    expect(screen.getByLabelText<HTMLTextAreaElement>('标题：对方的内容').value).toBe('李四改的')
    await press(user, '用我的内容覆盖')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().map(({ id, version }) => [id, version])).toEqual([
      [0, undefined],
      [9, 0],
      [9, 6],
    ])
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
  })

  it('is restored when another user has recycled the entry, and stays one entry', async () => {
    const theirs = anEntry(9, { title: '我写的', version: 3 })
    const { user } = await open([TITLE])
    await type('我又写了')
    let version = 2
    dialogState.host
      .on('content.form', ({ id }) => aForm([TITLE], id === 9 ? { ...theirs, version } : null))
      .on('content.restore', () => {
        version = 3
        return null
      })
      .on('content.save', (input) => {
        if (version === 2) throw refusal('conflict', { kind: 'recycled', recycled: 9 })
        if (input.version === 3) return saved({ id: 9 })
        throw new AppError('conflict', '已被修改', {
          details: { fact: { kind: 'changed', version, changedBy: '李四', changedAt: '' } },
        })
      })
    await press(user, '保存到草稿')
    await screen.findByRole('alertdialog', { name: '该内容已被移入回收站' })
    await user.click(screen.getByRole('button', { name: '还原并保存' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('标题：对方的内容')).value).toBe('我写的')
    await press(user, '用我的内容覆盖')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent().map(({ id }) => id)).toEqual([0, 9, 9, 9])
    expect(dialogState.host.inputsOf('content.restore')).toMatchObject([{ idList: [9] }])
  })

  it('is sent under the same name after a crash, when its writing is restored', async () => {
    dialogState.host.on('content.save', () => {
      throw new AppError('no-response', '服务器没有及时回应，请检查网络后重试')
    })
    const { user, view } = await open([TITLE])
    await type('写了很久')
    await press(user, '保存到草稿')
    await screen.findByText('服务器没有及时回应，请检查网络后重试')
    const crashed = new Map(dialogState.kept)
    view.unmount()
    dialogState.kept.clear()
    for (const [key, draft] of crashed) dialogState.kept.set(key, draft)

    dialogState.host.on('content.save', () => saved({ id: 9 }))
    const again = await open([TITLE])
    await again.user.click(await screen.findByRole('button', { name: '恢复' }))
    await type('写了更久')
    await press(again.user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    const [first, second] = sent().map(({ attempt }) => attempt)
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(second).toBe(first)
    expect(fieldsOf(1)).toEqual({ title: '写了更久' })
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
  })
})
