import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ContentNote } from '#shared/contract/note.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import type { NoteDraft } from './anchor.ts'
import { AddNoteButton, NotesPanel } from './NotesPanel.tsx'

const note = (id: number, text: string, more: Partial<ContentNote> = {}): ContentNote => ({
  id,
  parentId: 0,
  fieldName: 'content',
  quote: '公司',
  before: '',
  after: '',
  text,
  author: '李编辑',
  own: true,
  mayWrite: true,
  createTime: '2026-01-01 08:00:00',
  closedBy: '',
  closeTime: '',
  ...more,
})

function Panel() {
  const [draft, setDraft] = useState<NoteDraft | null>(null)
  const [notes, setNotes] = useState([note(1, '写明地点')])
  const done = (): void => {
    setDraft(null)
    setNotes([...notes, note(2, '写明时间')])
  }
  return (
    <NotesPanel
      {...{ notes, draft }}
      contentId={1}
      titles={new Map([['content', '正文']])}
      onDraftDone={done}
      onShow={() => undefined}
      actions={<AddNoteButton onAdd={() => setDraft({ fieldName: 'content', quote: '会议', before: '', after: '' })} />}
    />
  )
}

it('a note or an answer that is sent leaves the focus in the panel, so that Escape still closes the dialog around it', async () => {
  const fake = aHost().on('note.save', () => note(3, '写明时间'))
  renderUi(<Panel />, { host: fake })
  const user = userEvent.setup()
  const panel = screen.getByRole('region', { name: '批注' })
  await user.click(within(panel).getByRole('button', { name: '批注选中的文字' }))
  await user.type(within(panel).getByRole('textbox', { name: '写批注' }), '写明时间')
  await user.click(within(panel).getByRole('button', { name: '保存批注' }))
  await within(panel).findByText('写明时间')
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  await user.click(within(panel).getByRole('button', { name: '回复批注“写明地点”' }))
  await user.type(within(panel).getByRole('textbox', { name: /^回复批注/ }), '北京')
  await user.click(within(panel).getByRole('button', { name: '保存回复' }))
  await waitFor(() => expect(within(panel).queryByRole('textbox')).toBeNull())
  expect(panel.contains(document.activeElement)).toBe(true)
})

it('a resolved note leaves the list with its answers, is shown on demand by whom and when, and can be opened again', async () => {
  const resolved = note(2, '已改好', { closedBy: '王主编', closeTime: '2026-01-02 09:00:00' })
  const notes = [
    note(1, '写明地点'),
    resolved,
    note(3, '收到', { parentId: 2 }),
    note(4, '不是我的', { own: false, mayWrite: false, quote: '', fieldName: 'other' }),
  ]
  const fake = aHost().on('note.close', () => null)
  const props = { contentId: 1, notes, draft: null, onDraftDone: () => undefined, onShow: () => undefined }
  renderUi(<NotesPanel {...props} titles={new Map([['content', '正文']])} />, { host: fake })
  const user = userEvent.setup()
  const panel = within(screen.getByRole('region', { name: '批注' }))
  panel.getByRole('heading', { name: '批注（2 条未解决）' })
  expect(panel.queryByText('已改好')).toBeNull()
  expect(panel.queryByText('收到')).toBeNull()
  panel.getByText('2026-01-01 08:00:00 · 正文')
  panel.getByText('2026-01-01 08:00:00 · 整篇内容')
  expect(panel.queryByRole('button', { name: '解决批注“不是我的”' })).toBeNull()
  expect(panel.queryByRole('button', { name: '删除批注“不是我的”' })).toBeNull()
  await user.click(panel.getByRole('button', { name: '解决批注“写明地点”' }))
  await user.click(panel.getByRole('switch', { name: '显示已解决的批注' }))
  panel.getByText('王主编 于 2026-01-02 09:00:00 解决')
  within(panel.getByRole('list', { name: '回复批注“已改好”' })).getByText('收到')
  await user.click(panel.getByRole('button', { name: '重新打开批注“已改好”' }))
  await waitFor(() =>
    expect(fake.inputsOf('note.close')).toEqual([
      { id: 1, isClosed: true },
      { id: 2, isClosed: false },
    ]),
  )
})
