import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContentEntry } from '#shared/contract/content.ts'
import { AppError } from '#shared/errors/index.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SingleArticle } from './SingleArticle.tsx'

configure({ defaultHidden: true })

const FIELDS = [
  aFormField('title', '标题', 'SingleLine', { isRequired: true }),
  aFormField('source', '来源', 'SingleLine'),
  aFormField('hand', '仅新增', 'SingleLine', { isUpdate: false }),
]
const ATTEMPT = '6f1c2a5e-0000-4000-8000-000000000001'
const EMPTY = { title: '', source: '', hand: '' }

interface Draft {
  key: string
  savedAt: string
  text: string
}
/** What is kept on this computer, by writer. */
let kept: Map<string, Draft>
/** What the server has: an answer may be lost after it was written. */
let entry: ContentEntry | null
let host: FakeBridge

const keep = (writer: string, id: number, text: object): void => {
  kept.set(writer, { key: `content/201/${id}`, savedAt: '2026-01-02 03:04:05', text: JSON.stringify(text) })
}
const listed = (which: (key: string) => boolean) =>
  [...kept].flatMap(([writer, { key, savedAt }]) => (which(key) ? [{ key, writer, savedAt }] : []))
const changed = (version: number) =>
  new AppError('conflict', '内容已被 李四 修改', {
    details: { fact: { kind: 'changed', version, changedBy: '李四', changedAt: '' } },
  })

beforeEach(() => {
  kept = new Map()
  entry = null
  host = aHost()
    .on('localDrafts.list', ({ key }) => listed((each) => each === key))
    .on('localDrafts.find', ({ prefix }) => listed((each) => each.startsWith(prefix)))
    .on('localDrafts.get', ({ writer }) => kept.get(writer) ?? null)
    .on('localDrafts.put', ({ key, text, writer }) => {
      kept.set(writer, { key, savedAt: '2026-01-02 03:04:05', text })
      return { savedAt: '2026-01-02 03:04:05' }
    })
    .on('localDrafts.remove', ({ writer }) => {
      kept.delete(writer)
      return null
    })
    .on('content.findByMenuAndSite', () => entry)
    .on('content.form', ({ id }) => aForm(FIELDS, id === 0 ? null : entry))
    .on('content.save', ({ id, version, isStatus, fieldList }) => {
      if (entry && id === 0)
        throw new AppError('conflict', '栏目“新闻”只能有一篇内容', {
          details: { fact: { kind: 'made', made: entry.id } },
        })
      if (entry && version !== entry.version) throw changed(entry.version)
      const values = Object.fromEntries(fieldList.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]))
      entry = anEntry(7, { ...entry, ...values, version: (entry?.version ?? 0) + 1, isStatus })
      return { id: 7, version: entry.version, isStatus, approval: 'none', sensitive: [] }
    })
})

function open() {
  const view = renderUi(
    <Routes>
      <Route path="/admin/menu_manage/:menuId" element={<SingleArticle />} />
    </Routes>,
    { host, at: '/admin/menu_manage/201' },
  )
  return { user: userEvent.setup(), view }
}
const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button)
}

describe('a new single article whose answer was lost', () => {
  it('offers what was typed after the save, compares it with what was saved, and stays one entry', async () => {
    // The server has written what was sent; the person typed on, and everything crashed.
    entry = anEntry(7, { title: '关于我们', source: '', hand: '', version: 1 })
    keep('a1', 0, { attempt: ATTEMPT, base: EMPTY, values: { ...EMPTY, title: '关于我们', source: '又写了来源' } })
    const { user } = open()
    await screen.findByText(/您于 2026-01-02 03:04:05 编辑的内容未保存.*已有新版本/)
    screen.getByText('又写了来源')
    await user.click(screen.getByRole('button', { name: '恢复' }))
    expect((await input('来源')).value).toBe('又写了来源')
    await press(user, '保存到草稿')
    // It was never seen by this form: nothing is written over it unasked.
    const compared = await screen.findByRole('region', { name: '来源' })
    expect(screen.queryByRole('region', { name: '标题' })).toBeNull()
    expect(within(compared).getByLabelText<HTMLTextAreaElement>('来源：我的内容').value).toBe('又写了来源')
    await press(user, '合并保存')
    await waitFor(() => expect(entry).toMatchObject({ id: 7, title: '关于我们', source: '又写了来源', version: 2 }))
    expect(host.inputsOf('content.save').map(({ id, version }) => [id, version])).toEqual([
      [7, 0],
      [7, 1],
    ])
    await waitFor(() => expect(kept.size).toBe(0))
  })

  it('does not offer saved text, even after another user has changed the entry', async () => {
    entry = anEntry(7, { title: '关于我们', source: '', version: 1 })
    keep('a1', 0, { attempt: ATTEMPT, base: { title: '', source: '' }, values: { title: '关于我们', source: '' } })
    open()
    expect((await input('标题')).value).toBe('关于我们')
    await waitFor(() => expect(kept.size).toBe(0))
  })

  it('keeps text typed into a field that its form does not ask for any more', async () => {
    entry = anEntry(7, { title: '关于我们', source: '', hand: '', version: 1 })
    keep('a1', 0, { attempt: ATTEMPT, base: EMPTY, values: { ...EMPTY, title: '关于我们', hand: '手写' } })
    open()
    await input('标题')
    expect(kept.size).toBe(1)
  })

  it('is one entry also when the same form sends it again after others have changed it', async () => {
    const { user } = open()
    fireEvent.change(await input('标题'), { target: { value: '我写的' } })
    entry = anEntry(7, { title: '李四写的', source: '', hand: '', version: 4 })
    await press(user, '保存并发布')
    await screen.findByText(/“李四”.*保存了该数据/)
    expect(screen.getByLabelText<HTMLTextAreaElement>('标题：对方的内容').value).toBe('李四写的')
    expect(screen.queryByText(/只能有一篇内容/)).toBeNull()
    await press(user, '用我的内容覆盖')
    await waitFor(() => expect(entry).toMatchObject({ id: 7, title: '我写的', version: 5 }))
    expect(host.inputsOf('content.save').map(({ id, version }) => [id, version])).toEqual([
      [0, undefined],
      [7, 0],
      [7, 4],
    ])
    await waitFor(() => expect(kept.size).toBe(0))
  })

  it('leaves what was typed in its form and on this computer while the two are compared', async () => {
    const { user, view } = open()
    fireEvent.change(await input('标题'), { target: { value: '我写的' } })
    entry = anEntry(7, { title: '李四写的', source: '', hand: '', version: 4 })
    await press(user, '保存并发布')
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    expect((await input('标题')).value).toBe('我写的')
    view.unmount()
    await waitFor(() => expect([...kept.values()].map(({ key }) => key)).toEqual(['content/201/7']))
    open()
    await screen.findByText(/已有新版本/)
    screen.getByText('我写的')
  })
})

it('what was typed into an article that is gone is offered in the new one', async () => {
  keep('b2', 5, { version: 3, base: { title: '旧', source: '' }, values: { title: '旧', source: '写到一半' } })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '恢复' }))
  expect([(await input('标题')).value, (await input('来源')).value]).toEqual(['旧', '写到一半'])
  await press(user, '保存到草稿')
  await waitFor(() => expect(entry).toMatchObject({ title: '旧', source: '写到一半' }))
  expect(host.inputsOf('content.save')).toMatchObject([{ id: 0 }])
  await waitFor(() => expect(kept.size).toBe(0))
})
