import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { aForm, anEntry } from '#tests/builders/contentForm.ts'
import {
  button,
  dialogState,
  fieldsOf,
  open,
  press,
  saved,
  sent,
  SOURCE,
  TITLE,
  resetDialogState,
} from '#tests/setup/entryDialog.tsx'

import { renderUi } from '#tests/setup/renderUi.tsx'
import { EntryDialog } from './EntryDialog.tsx'

configure({ defaultHidden: true })
resetDialogState()

/** Opens the form of entry 7, which the server does not have. */
async function openGone(fields: readonly MenuField[]) {
  dialogState.host.on('content.form', ({ id }) => {
    if (id === 7) throw new AppError('not-found', '可能已被删除')
    return aForm(fields, null)
  })
  const onClose = (): void => {
    dialogState.closed = true
  }
  const view = renderUi(<EntryDialog classId={201} id={7} onClose={onClose} />, { host: dialogState.host })
  return { user: userEvent.setup(), view }
}

describe('unsaved drafts', () => {
  it('are stored when an input loses focus, and removed after saving', async () => {
    const { user } = await open([TITLE, SOURCE])
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '写到一半')
    await user.click(screen.getByRole('textbox', { name: '来源' }))
    await waitFor(() => expect(dialogState.kept.has('content/201/0')).toBe(true), { timeout: 1500 })
    expect(dialogState.kept.get('content/201/0')?.text).toContain('写到一半')
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
  })

  it('are stored some seconds after a change', async () => {
    const { user } = await open([TITLE])
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '还在写')
    await waitFor(() => expect(dialogState.kept.get('content/201/0')?.text).toContain('还在写'), { timeout: 6000 })
  })

  it('are stored when the form disappears, and offered with their time the next time', async () => {
    const { user, view } = await open([TITLE, SOURCE], anEntry(7, { title: '旧', source: '甲' }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.clear(title)
    await user.type(title, '新写的')
    view.unmount()
    await waitFor(() => expect(dialogState.kept.has('content/201/7')).toBe(true))
    await open([TITLE, SOURCE], anEntry(7, { title: '旧', source: '甲' }))
    await screen.findByText(/您于 2026-01-02 03:04:05 编辑的内容未保存/)
    expect(screen.queryByRole('textbox', { name: '标题' })).toBeNull()
    await user.click(button('恢复'))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('新写的')
    await press(user, '保存到草稿')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(fieldsOf()).toEqual({ title: '新写的', source: '甲' })
  })

  it('are discarded on request, and when the form is closed with 取消', async () => {
    dialogState.kept.set('content/201/0', {
      savedAt: '2026-01-02 03:04:05',
      writer: '',
      text: JSON.stringify({ base: { title: '' }, values: { title: '旧稿' } }),
    })
    const { user } = await open([TITLE])
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
    expect(title.value).toBe('')
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
    await user.type(title, '又写了')
    await user.click(button('取消'))
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
  })

  it('can be postponed: the form opens without the draft, which stays', async () => {
    const text = JSON.stringify({ base: { title: '' }, values: { title: '旧稿' } })
    dialogState.kept.set('content/201/0', { savedAt: '2026-01-02 03:04:05', writer: '', text })
    const { user } = await open([TITLE])
    await user.click(await screen.findByRole('button', { name: '暂不处理' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('')
    await user.click(button('取消'))
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(dialogState.kept.get('content/201/0')?.text).toBe(text)
  })

  it('of several windows are offered one after the other, newest first', async () => {
    const drafts = ['a1', 'b2', 'c3'].map((writer, at) => ({
      writer,
      savedAt: `2026-01-0${3 - at} 03:04:05`,
      text: JSON.stringify({ base: { title: '' }, values: { title: `第 ${writer} 稿` } }),
    }))
    dialogState.host
      .on('localDrafts.list', () => drafts)
      .on('localDrafts.get', ({ writer }) => drafts.find((each) => each.writer === writer) ?? null)
    const { user } = await open([TITLE])
    await screen.findByText(/第 a1 稿/)
    screen.getByText(/另有 2 份/)
    await user.click(button('放弃'))
    await screen.findByText(/第 b2 稿/)
    await user.click(button('恢复'))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('第 b2 稿')
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    const removed = (): string[] => dialogState.host.inputsOf('localDrafts.remove').map(({ writer }) => writer)
    await waitFor(() => expect(removed()).toEqual(expect.arrayContaining(['a1', 'b2'])))
    expect(removed()).not.toContain('c3')
  })

  it('of an older version are compared with what others saved meanwhile', async () => {
    dialogState.kept.set('content/201/7', {
      savedAt: '2026-01-02 03:04:05',
      writer: '',
      text: JSON.stringify({ version: 2, base: { title: '旧' }, values: { title: '我的' } }),
    })
    dialogState.host.on('content.save', ({ version }) => {
      if (version === 2)
        throw new AppError('conflict', '已被修改', {
          details: { fact: { kind: 'changed', version: 3, changedBy: '', changedAt: '' } },
        })
      return saved({ id: 7 })
    })
    const { user } = await open([TITLE], anEntry(7, { title: '他的', version: 3 }))
    await screen.findByText(/服务器上已有新版本/)
    await user.click(button('恢复'))
    await screen.findByRole('textbox', { name: '标题' })
    await press(user, '保存到草稿')
    const region = await screen.findByRole('region', { name: '标题' })
    expect(region.textContent).toContain('双方均已修改')
  })

  it('of a permanently deleted entry open as a new entry, and can be copied', async () => {
    dialogState.kept.set('content/201/7', {
      savedAt: '2026-01-02 03:04:05',
      writer: '',
      text: JSON.stringify({
        version: 2,
        base: { title: '旧', source: '甲' },
        values: { title: '我的', source: '甲' },
      }),
    })
    const { user } = await openGone([TITLE, SOURCE])
    await screen.findByText(/已从服务器彻底删除。您于 2026-01-02 03:04:05 编辑/)
    const offer = screen.getByRole('region', { name: '有未保存的内容' })
    expect(offer.textContent).toContain('来源甲')
    await user.click(button('复制文字'))
    expect(await navigator.clipboard.readText()).toBe('标题：我的\n来源：甲')
    await user.click(button('作为新内容打开'))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('我的')
    await press(user, '保存到草稿')
    await waitFor(() => expect(dialogState.closed).toBe(true))
    expect(sent()).toMatchObject([{ id: 0, isStatus: false }])
    expect(sent()[0]?.version).toBeUndefined()
    expect(fieldsOf()).toEqual({ title: '我的', source: '甲' })
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
  })

  it('of a deleted entry are discarded only after a question; without drafts, the error is shown', async () => {
    dialogState.kept.set('content/201/7', {
      savedAt: '2026-01-02 03:04:05',
      writer: '',
      text: JSON.stringify({ version: 2, base: { title: '旧' }, values: { title: '我的' } }),
    })
    const { user, view } = await openGone([TITLE])
    await user.click(await screen.findByRole('button', { name: '放弃' }))
    const question = await screen.findByRole('alertdialog', { name: '放弃暂存的内容' })
    expect(dialogState.kept.size).toBe(1)
    await user.click(within(question).getByRole('button', { name: '放弃' }))
    await screen.findByText('该内容已被删除')
    await waitFor(() => expect(dialogState.kept.size).toBe(0))
    view.unmount()
    await openGone([TITLE])
    await screen.findByText('可能已被删除')
  })

  it('do not keep the form from opening when the host cannot read them', async () => {
    dialogState.host.on('localDrafts.list', () => {
      throw new AppError('internal', '坏了')
    })
    await open([TITLE])
    await screen.findByRole('textbox', { name: '标题' })
  })
})
