import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requireValue } from '#shared/util/assertNever.ts'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { TemplateFiles } from '#tests/fakes/templateFiles.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EditorDialog } from './EditorDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const SAVED_AT = '2026-01-02 03:04:05'
const KEY = 'template/site/index.html'

/** This computer's drafts, `key writer` → text, in a map that outlives the page. */
function keepDrafts(host: FakeBridge, drafts: Map<string, string>): FakeBridge {
  return host
    .on('localDrafts.list', ({ key }) =>
      [...drafts.keys()]
        .filter((place) => place.startsWith(`${key} `))
        .map((place) => ({ writer: place.slice(key.length + 1), savedAt: SAVED_AT })),
    )
    .on('localDrafts.get', ({ key, writer }) => {
      const text = drafts.get(`${key} ${writer}`)
      return text === undefined ? null : { savedAt: SAVED_AT, text }
    })
    .on('localDrafts.put', ({ key, writer, text }) => {
      drafts.set(`${key} ${writer}`, text)
      return { savedAt: SAVED_AT }
    })
    .on('localDrafts.remove', ({ key, writer }) => {
      drafts.delete(`${key} ${writer}`)
      return null
    })
}

/** The editor with index.html open, on a computer that keeps these drafts. */
async function open(drafts: Map<string, string>, store = new TemplateFiles({ 'site/index.html': '<html>' })) {
  const host = keepDrafts(store.serve(aHost()), drafts)
  const first = requireValue(store.list('site')[0], 'the file is there')
  const ui = renderUi(
    <EditorProvider value={textAreaPanes}>
      <EditorDialog folder="site" path="site" first={first} onClose={() => {}} />
    </EditorProvider>,
    { host },
  )
  onTestFinished(() => unsavedWork.forget(''))
  const area = await screen.findByLabelText('编辑 index.html')
  return { store, host, area, user: userEvent.setup(), ui }
}
const type = (area: HTMLElement, value: string): void => void fireEvent.change(area, { target: { value } })
const text = (): string => screen.getByLabelText<HTMLTextAreaElement>('编辑 index.html').value
const textsOf = (drafts: Map<string, string>): unknown[] => [...drafts.values()].map((each) => JSON.parse(each))
const aDraft = (typed: string, hash = 'hash of <html>') =>
  new Map([[`${KEY} a1`, JSON.stringify({ hash, text: typed })]])
const press = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

describe('text typed into a template file and not saved', () => {
  it('is kept on this computer, offered after the page has gone, restored, and goes once it is saved', async () => {
    const drafts = new Map<string, string>()
    const before = await open(drafts)
    type(before.area, '<html>typed')
    await waitFor(() => expect(textsOf(drafts)).toEqual([{ hash: 'hash of <html>', text: '<html>typed' }]))
    // As a crash: nothing that the page does while it goes is needed.
    const left = new Map(drafts)
    before.ui.unmount()

    const { user, store } = await open(left)
    await screen.findByText(/您在 2026-01-02 03:04:05 编辑的内容未保存/)
    expect(text()).toBe('<html>')
    await press(user, '恢复')
    await waitFor(() => expect(text()).toBe('<html>typed'))
    expect(unsavedWork.titles()).toEqual(['模板文件 site/index.html'])
    await waitFor(() => expect(screen.queryByText('有未保存的内容')).toBeNull())
    await waitFor(() => expect(left.size).toBe(1))
    await press(user, '保存')
    await waitFor(() => expect(store.files.get('site/index.html')).toBe('<html>typed'))
    await waitFor(() => expect(left.size).toBe(0))
  })

  it('is compared with the file, and given up', async () => {
    const drafts = aDraft('<html>before')
    const { user } = await open(drafts)
    await press(user, '比较')
    expect((await screen.findByLabelText<HTMLTextAreaElement>(`${SAVED_AT} 暂存的内容`)).value).toBe('<html>before')
    expect(screen.getByLabelText<HTMLTextAreaElement>('编辑器中的内容').value).toBe('<html>')
    const dialog = requireValue(
      screen.getByText('有未保存的内容：index.html').closest('[role="alertdialog"]'),
      'it is a dialog',
    )
    await user.click(within(dialog as HTMLElement).getByRole('button', { name: '放弃' }))
    await waitFor(() => expect(drafts.size).toBe(0))
    await waitFor(() => expect(screen.queryByText(/编辑的内容未保存/)).toBeNull())
    expect(text()).toBe('<html>')
  })

  it('does not write over what others saved since: both are compared at the save', async () => {
    const { user, store } = await open(aDraft('<html>mine', 'hash of an older one'))
    await screen.findByText(/该文件在服务器上有了新版本/)
    await press(user, '恢复')
    await waitFor(() => expect(text()).toBe('<html>mine'))
    await press(user, '保存')
    await screen.findByText('保存冲突：index.html')
    expect(store.files.get('site/index.html')).toBe('<html>')
    await press(user, '使用我的版本')
    await waitFor(() => expect(store.files.get('site/index.html')).toBe('<html>mine'))
  })

  it('is not offered when it says what the server has, and goes', async () => {
    const drafts = aDraft('<html>')
    await open(drafts)
    await waitFor(() => expect(drafts.size).toBe(0))
    expect(screen.queryByText('有未保存的内容')).toBeNull()
  })

  it('goes when the file is closed without saving', async () => {
    const drafts = new Map<string, string>()
    const { user, area } = await open(drafts)
    type(area, '<html>typed')
    await waitFor(() => expect(drafts.size).toBe(1))
    await press(user, '关闭 index.html')
    await press(user, '放弃修改')
    await waitFor(() => expect(drafts.size).toBe(0))
  })
})
