import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ENTRY_LOCK_FEATURE, type EntryLock } from '#shared/contract/entryLock.ts'
import { anEntry } from '#tests/builders/contentForm.ts'
import { resetDialogState, dialogState, open, press, SOURCE, TITLE } from '#tests/setup/entryDialog.tsx'

configure({ defaultHidden: true })
resetDialogState()

const MINE: EntryLock = { isMine: true, editor: null, wasTaken: false, version: 0 }
const editor = { id: 7, name: '张三', since: '2026-11-23 09:12:30', isOwn: false }
const OTHERS: EntryLock = { isMine: false, editor, wasTaken: false, version: 3 }

/** A server that knows who edits; `now.lock` is what it answers next. */
function locking(lock: EntryLock) {
  const now = { lock }
  dialogState.host
    .on('system.capabilities', () => ({ product: 'sitecraft', version: '1', features: [ENTRY_LOCK_FEATURE] }))
    .on('entryLock.hold', () => now.lock)
    .on('entryLock.take', () => (now.lock = { ...MINE, version: now.lock.version }))
    .on('entryLock.release', () => null)
  return now
}

/** The server pushes that somebody took something over. */
const pushed = () =>
  act(() =>
    dialogState.host.emit('notices.changed', {
      unread: 1,
      news: [
        {
          id: 1,
          kind: 'takeover',
          title: '',
          body: '',
          place: 'entry',
          siteId: 1,
          path: '',
          isRead: false,
          createDate: '',
        },
      ],
    }),
  )

describe('the form of an entry that another user edits', () => {
  it('is read-only, shows the editor and the time, and can be taken over', async () => {
    locking(OTHERS)
    const { user } = await open([TITLE, SOURCE], anEntry(7, { title: '旧标题' }))
    await screen.findByText(/张三 自 11-23 09:12 起正在编辑/)
    expect(screen.queryByRole('textbox', { name: '标题' })).toBeNull()
    screen.getByText('旧标题')
    expect(screen.queryByRole('button', { name: '保存并发布' })).toBeNull()
    await press(user, '接管')
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: '接管' }))
    await waitFor(() => expect(dialogState.host.inputsOf('entryLock.take')).toHaveLength(1))
    await screen.findByRole('textbox', { name: '标题' })
  })

  it('becomes read-only at once after a takeover and keeps unsaved changes as a draft', async () => {
    const now = locking(MINE)
    const { user } = await open([TITLE, SOURCE], anEntry(7, { title: '旧标题' }))
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.clear(title)
    await user.type(title, '我写的')
    now.lock = { ...OTHERS, wasTaken: true }
    pushed()
    await screen.findByText(/张三 于 11-23 09:12 接管了该内容的编辑/)
    screen.getByText('我写的')
    await waitFor(() => expect([...dialogState.kept.values()].map(({ text }) => text).join()).toContain('我写的'))
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(dialogState.closed).toBe(true)
    expect(dialogState.host.inputsOf('localDrafts.remove')).toEqual([])
  })

  it('asks to be reloaded after the other user saved the entry', async () => {
    const now = locking(OTHERS)
    const { user } = await open([TITLE], anEntry(7, { title: '旧标题', version: 3 }))
    await screen.findByText(/张三 自/)
    now.lock = { ...MINE, version: 4 }
    pushed()
    await screen.findByText(/已有新版本/)
    expect(screen.queryByRole('textbox', { name: '标题' })).toBeNull()
    const reads = dialogState.host.inputsOf('content.form').length
    await user.click(screen.getByRole('button', { name: '重新打开' }))
    await waitFor(() => expect(dialogState.host.inputsOf('content.form').length).toBeGreaterThan(reads))
  })

  it('stays editable on a server without edit locks', async () => {
    await open([TITLE], anEntry(7, { title: '旧标题' }))
    await screen.findByRole('textbox', { name: '标题' })
    await waitFor(() => expect(dialogState.host.inputsOf('system.capabilities')).toHaveLength(1))
    expect(dialogState.host.inputsOf('entryLock.hold')).toEqual([])
  })
})
