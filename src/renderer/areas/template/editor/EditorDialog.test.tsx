import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SNIPPETS } from '#engine/catalogue/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { AppError } from '#shared/errors/index.ts'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { TemplateFiles } from '#tests/fakes/templateFiles.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { EditorDialog } from './EditorDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const FILES = { 'site/index.html': '<html>', 'site/css/main.css': 'body {}', 'site/logo.png': 'png' }

async function open(files: Record<string, string> = FILES) {
  const store = new TemplateFiles(files)
  const host = store.serve(aHost())
  const closed: string[] = []
  const first = requireValue(
    store.list('site').find((each) => each.name === 'index.html'),
    'the file is there',
  )
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <EditorDialog folder="site" path="site" first={first} onClose={() => closed.push('closed')} />
    </EditorProvider>,
    { host },
  )
  onTestFinished(() => unsavedWork.forget(''))
  const area = await screen.findByLabelText('编辑 index.html')
  return { store, host, closed, area, user: userEvent.setup() }
}
/** A question over the editor, by its title. */
const question = async (title: string): Promise<HTMLElement> =>
  requireValue((await screen.findByText(title)).closest<HTMLElement>('[role="alertdialog"]'), 'it is a dialog')
const answer = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const tabs = (): HTMLElement => screen.getByRole('list', { name: '打开的文件' })
const type = (area: HTMLElement, value: string): void => void fireEvent.change(area, { target: { value } })
const text = (label: string): string => (screen.getByLabelText(label) as HTMLTextAreaElement).value
const openMainCss = async (user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> => {
  await user.click(await screen.findByText('css'))
  await user.click(await screen.findByText('main.css'))
  return screen.findByLabelText('编辑 main.css')
}

describe('the template editor', () => {
  it('loads the tree folder by folder and opens files in tabs [A-096] [A-099]', async () => {
    const { host, user } = await open()
    const listed = (): string[] => host.inputsOf('templateFile.list').map((input) => input.path)
    await screen.findByText('css')
    expect(listed()).toEqual(['site'])
    await openMainCss(user)
    expect(listed()).toEqual(['site', 'site/css'])
    expect(within(tabs()).getByText('index.html')).toBeTruthy()
    expect(within(tabs()).getByText('main.css')).toBeTruthy()
  })

  it('opens only css, js and html [A-107] [A-108]', async () => {
    const { user, host } = await open()
    await user.click(await screen.findByText('logo.png'))
    const alert = await question('提示')
    expect(alert.textContent).toContain('文件格式不能打开')
    await answer(user, '确定')
    expect(host.inputsOf('templateFile.open').map((input) => input.openFileName)).toEqual(['index.html'])
  })

  it('marks an edited file, saves it in its encoding and clears the mark [A-099] [A-105]', async () => {
    const { user, host, area, store } = await open()
    type(area, '<html>new')
    await within(tabs()).findByLabelText('已修改')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('保存成功')
    await waitFor(() => expect(within(tabs()).queryByLabelText('已修改')).toBeNull())
    expect(store.files.get('site/index.html')).toBe('<html>new')
    expect(host.inputsOf('templateFile.save')[0]).toMatchObject({ encoding: 'gbk', expectedHash: 'hash of <html>' })
  })

  it('saves twice in a row without taking its own save for someone else’s', async () => {
    const { user, area, store, host } = await open()
    type(area, 'twice')
    await user.dblClick(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(within(tabs()).queryByLabelText('已修改')).toBeNull())
    type(area, 'and again')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(store.files.get('site/index.html')).toBe('and again'))
    expect(host.inputsOf('templateFile.save').at(-1)?.expectedHash).toBe('hash of twice')
    expect(screen.queryByText('保存冲突：index.html')).toBeNull()
  })

  it('says that a file with several kinds of line ends will be saved with one', async () => {
    await open({ ...FILES, 'site/index.html': 'a\r\nb\r\nc\n' })
    await screen.findByText('该文件混用了多种换行符，修改并保存后将统一为 CRLF。')
    expect(screen.getByText(/混合换行/)).toBeTruthy()
  })

  it('inserts the chosen snippet at the cursor [A-103] [A-104]', async () => {
    const { user, area } = await open()
    ;(area as HTMLTextAreaElement).setSelectionRange(6, 6)
    await user.click(screen.getByRole('combobox', { name: '模板标签' }))
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(SNIPPETS.map((each) => each.title))
    await user.click(screen.getByRole('option', { name: '分页' }))
    await user.click(screen.getByRole('button', { name: '生成' }))
    expect(text('编辑 index.html')).toBe(`<html>${SNIPPETS.find((each) => each.id === 'pages')?.text}`)
  })

  it('activates the neighbour of a closed tab, and asks before an edited one is closed [A-100]', async () => {
    const { user } = await open()
    type(await openMainCss(user), 'body { color: red }')
    await user.click(within(tabs()).getByRole('button', { name: '关闭 main.css' }))
    const asked = await question('有未保存的内容')
    await user.click(within(asked).getByRole('button', { name: '取消' }))
    expect(text('编辑 main.css')).toBe('body { color: red }')
    await user.click(within(tabs()).getByRole('button', { name: '关闭 main.css' }))
    await answer(user, '放弃修改')
    await screen.findByLabelText('编辑 index.html')
    expect(within(tabs()).queryByText('main.css')).toBeNull()
  })

  it('closes by 取消, but never loses an edited file without asking [A-106]', async () => {
    const { user, area, closed } = await open()
    type(area, 'typed')
    expect(unsavedWork.titles()).toEqual(['模板文件 site/index.html'])
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect((await question('有未保存的内容')).textContent).toContain('site/index.html')
    expect(closed).toEqual([])
    await answer(user, '放弃修改')
    await waitFor(() => expect(closed).toEqual(['closed']))
  })

  it('keeps the typed text when someone else saved meanwhile, shows both versions, and saves the merged one', async () => {
    const { user, area, store } = await open()
    store.write('site/index.html', '<html>theirs')
    type(area, '<html>mine')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('保存冲突：index.html')
    await screen.findByLabelText('我的版本')
    expect(text('服务器上的版本')).toBe('<html>theirs')
    expect(text('我的版本')).toBe('<html>mine')
    await user.click(screen.getByRole('button', { name: '合并' }))
    type(await screen.findByLabelText('合并结果'), '<html>both')
    await user.click(screen.getByRole('button', { name: '保存合并结果' }))
    await waitFor(() => expect(store.files.get('site/index.html')).toBe('<html>both'))
    expect(text('编辑 index.html')).toBe('<html>both')
  })

  it.each([
    ['使用我的版本', '<html>mine'],
    ['用服务器', '<html>theirs'],
  ])('takes one version by %s', async (choice, kept) => {
    const { user, area, store } = await open()
    store.write('site/index.html', '<html>theirs')
    type(area, '<html>mine')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await user.click(await screen.findByRole('button', { name: choice }))
    await waitFor(() => expect(store.files.get('site/index.html')).toBe(kept))
    await waitFor(() => expect(within(tabs()).queryByLabelText('已修改')).toBeNull())
    expect(text('编辑 index.html')).toBe(kept)
  })

  it('says that the file has gone on the server, keeps the text and makes it again', async () => {
    const { user, area, store } = await open()
    store.files.delete('site/index.html')
    type(area, '<html>kept')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await screen.findByText('服务器上已没有该文件')
    expect(text('编辑 index.html')).toBe('<html>kept')
    await user.click(screen.getByRole('button', { name: '重新创建' }))
    await waitFor(() => expect(store.files.get('site/index.html')).toBe('<html>kept'))
  })

  it('reloads a clean tab when the template changed, and only marks an edited one [S13]', async () => {
    const { area, store, host } = await open()
    store.write('site/index.html', '<html>second')
    act(() => host.emit('template.changed', { folder: 'site', uploaded: [] }))
    await waitFor(() => expect(text('编辑 index.html')).toBe('<html>second'))
    type(area, '<html>mine')
    store.write('site/index.html', '<html>third')
    act(() => host.emit('template.changed', { folder: 'site', uploaded: [] }))
    await within(tabs()).findByLabelText('服务器上已有新版本')
    expect(text('编辑 index.html')).toBe('<html>mine')
  })

  it('distinguishes changes from the local synced folder from those of another user', async () => {
    const { area, store, host } = await open()
    const synced = (content: string, over: string) => {
      store.write('site/index.html', content)
      const uploaded = { path: 'index.html', hash: `hash of ${content}`, replaced: `hash of ${over}` }
      act(() => host.emit('template.changed', { folder: 'site', uploaded: [uploaded] }))
    }
    synced('<html>own', '<html>')
    await waitFor(() => expect(text('编辑 index.html')).toBe('<html>own'))
    expect(screen.queryByText('本机同步文件夹中的修改已更新到服务器')).toBeNull()
    type(area, '<html>mine')
    synced('<html>own 2', '<html>own')
    synced('<html>own 3', '<html>own 2')
    await screen.findByText('本机同步文件夹中的修改已更新到服务器')
    expect(screen.queryByText('服务器上已有新版本')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '比较' }))
    await screen.findByText(/来自本机的同步文件夹，没有其他人的修改/)
    fireEvent.click(screen.getByRole('button', { name: '返回编辑' }))
    // One's own upload over what somebody else has saved is not one's own change alone.
    synced('<html>own 4', '<html>theirs')
    await screen.findByText('服务器上已有新版本')
    expect(text('编辑 index.html')).toBe('<html>mine')
  })

  it('says with a way out why a large or binary file does not open', async () => {
    const { user, host } = await open()
    host.on('templateFile.open', () => {
      throw new AppError('too-large', '“main.css”有 21 MB，超过编辑器 20 MB 的上限')
    })
    await user.click(await screen.findByText('css'))
    await user.click(await screen.findByText('main.css'))
    const alert = await question('提示')
    expect(alert.textContent).toContain('20 MB 的上限')
    await answer(user, '确定')
  })

  it('goes one level up in the tree and refreshes it [A-097] [A-098]', async () => {
    const store = new TemplateFiles(FILES)
    const host = store.serve(aHost())
    const first = requireValue(store.list('site/css')[0], 'the file is there')
    renderUi(
      <EditorProvider value={textAreaPanes}>
        <EditorDialog folder="site" path="site/css" first={first} onClose={() => {}} />
      </EditorProvider>,
      { host },
    )
    const user = userEvent.setup()
    await screen.findByLabelText('编辑 main.css')
    expect(screen.queryByText('logo.png')).toBeNull()
    await user.click(screen.getByRole('button', { name: '返回上一级' }))
    await screen.findByText('logo.png')
    expect(screen.getByRole('button', { name: '返回上一级' })).toHaveProperty('disabled', true)
    store.write('site/added.html', '')
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await screen.findByText('added.html')
  })
})
