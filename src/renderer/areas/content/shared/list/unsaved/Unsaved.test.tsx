import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aForm, aFormField } from '#tests/builders/contentForm.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aContentHost } from '#tests/setup/contentHost.ts'
import { renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from '../ContentPage.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const SAVED_AT = '2026-01-02 03:04:05'

/** The list of column 11 on a computer that keeps these drafts: the title that was typed, by `key writer`. */
function openWith(drafts: Map<string, string>) {
  const host = aContentHost([anEntry(1, '新船下水')])
    .on('localDrafts.find', ({ prefix }) =>
      [...drafts.keys()]
        .map((place) => place.split(' '))
        .filter(([key = '']) => key.startsWith(prefix))
        .map(([key = '', writer = '']) => ({ key, writer, savedAt: SAVED_AT })),
    )
    .on('localDrafts.list', ({ key }) =>
      [...drafts.keys()]
        .filter((place) => place.startsWith(`${key} `))
        .map((place) => ({ writer: place.split(' ')[1] ?? '', savedAt: SAVED_AT })),
    )
    .on('localDrafts.get', ({ key, writer }) => {
      const title = drafts.get(`${key} ${writer}`)
      if (title === undefined) return null
      return { savedAt: SAVED_AT, text: JSON.stringify({ base: { title: '' }, values: { title } }) }
    })
    .on('localDrafts.remove', ({ key, writer }) => {
      drafts.delete(`${key} ${writer}`)
      return null
    })
    .on('content.form', ({ id }) => {
      if (id !== 0) throw new AppError('not-found', '可能已被删除')
      return aForm([aFormField('title', '标题', 'SingleLine')])
    })
  renderUi(
    <Routes>
      <Route path="/admin/model_manage/:menuId" element={<ContentPage review={false} />} />
    </Routes>,
    { host, at: '/admin/model_manage/11' },
  )
  return { user: userEvent.setup(), host }
}

describe('unsaved forms of a column', () => {
  it('are reached from the list, even for deleted entries, and can be discarded', async () => {
    const drafts = new Map([
      ['content/11/0 a1', '新写的'],
      ['content/11/0 b2', '另一份'],
      ['content/11/7 c3', '改了一半'],
      ['content/12/0 d4', '别的栏目'],
    ])
    const { user } = openWith(drafts)
    await user.click(await screen.findByRole('button', { name: '未保存的内容（2）' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(/^未保存的内容：/)
    await within(dialog).findByText('新写的')
    expect(within(dialog).getByText(/新增的内容/).textContent).toBe(`新增的内容 · ${SAVED_AT} 暂存 · 共 2 份`)

    await user.click(within(dialog).getByRole('button', { name: '放弃 新写的' }))
    const question = await screen.findByRole('alertdialog')
    expect(drafts.size).toBe(4)
    await user.click(within(question).getByRole('button', { name: '放弃' }))
    await waitFor(() => expect([...drafts.keys()]).toEqual(['content/11/7 c3', 'content/12/0 d4']))

    await user.click(within(dialog).getByRole('button', { name: '打开 改了一半' }))
    await screen.findByText(/已从服务器彻底删除/)
    await user.click(screen.getByRole('button', { name: '作为新内容打开' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })).value).toBe('改了一半')
  })

  it('are not mentioned without drafts, or when the host cannot read them', async () => {
    const { host } = openWith(new Map([['content/12/0 d4', '别的栏目']]))
    await waitFor(() => expect(host.inputsOf('localDrafts.find')).toEqual([{ prefix: 'content/11/' }]))
    await screen.findByRole('row', { name: /新船下水/ })
    expect(screen.queryByRole('button', { name: /未保存的内容/ })).toBeNull()
  })
})
