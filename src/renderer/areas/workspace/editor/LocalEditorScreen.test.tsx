import { configure, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import type { LocalEntry } from '#shared/contract/localFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { aWorkspace } from '#tests/builders/workspace.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { LocalEditorScreen } from './LocalEditorScreen.tsx'

configure({ defaultHidden: true })

const HASH = 'ab'.padEnd(64, '0')
const entry = (path: string, folder = false): LocalEntry => ({
  name: path.split('/').at(-1) ?? '',
  path,
  folder,
  size: folder ? 0 : 9,
  ignored: false,
})
const FOLDERS: Record<string, LocalEntry[]> = {
  '': [entry('css', true), entry('index.html')],
  css: [entry('css/a.css'), entry('css/b.css')],
}

/** A host with one workspace whose files can be opened, made, renamed and removed. */
const host = (): FakeBridge =>
  aHost()
    .on('workspaces.list', () => [aWorkspace({ conflicts: 1 })])
    .on('localFiles.list', ({ path }) => {
      const found = FOLDERS[path]
      if (!found) throw new AppError('not-found', '文件夹已不存在')
      return found
    })
    .on('localFiles.find', () => ({ paths: ['index.html', 'css/a.css'], of: 2 }))
    .on('localFiles.open', ({ path }) => ({ content: `/* ${path} */`, encoding: 'gb18030', hash: HASH, last: null }))
    .on('localFiles.versions', ({ paths }) => paths.map((path) => ({ path, hash: HASH })))
    .on('localFiles.create', () => null)
    .on('localFiles.rename', () => null)
    .on('localFiles.remove', () => ({ files: 1 }))

function open(fake = host(), at = '/workspace/editor/w1') {
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <Routes>
        <Route path="/workspace/editor/:id" element={<LocalEditorScreen />} />
      </Routes>
    </EditorProvider>,
    { host: fake, at },
  )
  onTestFinished(() => unsavedWork.forget(''))
  const user = userEvent.setup()
  const click = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }))
  return { fake, user, click }
}
const tabs = (): (string | null)[] =>
  within(screen.getByRole('list', { name: '打开的文件' }))
    .getAllByRole('listitem')
    .map((each) => each.textContent)

it('shows folder by folder, and opens a file with how it is stored', async () => {
  const { fake, user } = open()
  await user.click(await screen.findByText('css'))
  await user.click(await screen.findByText('b.css'))
  expect(await screen.findByDisplayValue('/* css/b.css */')).toBeTruthy()
  expect(fake.inputsOf('localFiles.list').map(({ path }) => path)).toEqual(['', 'css'])
  expect(screen.getByText('GBK')).toBeTruthy()
  expect(screen.getByRole('button', { name: '处理冲突' })).toBeTruthy()
})

it('makes a file beside the chosen one and opens it, and a folder in the chosen folder', async () => {
  const { fake, user, click } = open()
  await user.click(await screen.findByText('css'))
  await click('新建文件夹')
  await user.type(screen.getByRole('textbox', { name: '文件夹名称' }), 'img')
  await click('确定')
  await expect.poll(() => fake.inputsOf('localFiles.create')).toEqual([{ id: 'w1', path: 'css/img', folder: true }])
  await user.click(await screen.findByText('a.css'))
  await click('新建文件')
  await user.type(screen.getByRole('textbox', { name: '文件名' }), 'c.css')
  await click('确定')
  expect(await screen.findByDisplayValue('/* css/c.css */')).toBeTruthy()
  expect(fake.inputsOf('localFiles.create').at(-1)).toEqual({ id: 'w1', path: 'css/c.css', folder: false })
})

it('renames a folder with the open files in it, but not over what is not saved', async () => {
  const { fake, user, click } = open()
  await user.click(await screen.findByText('css'))
  await user.click(await screen.findByText('a.css'))
  const area = await screen.findByDisplayValue('/* css/a.css */')
  const rename = async (name: string): Promise<void> => {
    screen.getByText('css').closest<HTMLElement>('[role="treeitem"]')?.focus()
    await user.keyboard('{F2}')
    const box = screen.getByRole('textbox', { name: '文件名' })
    await user.clear(box)
    await user.type(box, name)
    await click('确定')
  }
  fireEvent.change(area, { target: { value: 'new' } })
  await rename('style')
  const refusal = await screen.findByText('请先保存“css/a.css”，再改名。')
  expect(fake.inputsOf('localFiles.rename')).toEqual([])
  const dialog = must(refusal.closest<HTMLElement>('[role="alertdialog"]'), 'it is a dialog')
  await user.click(within(dialog).getByRole('button', { name: '确定' }))
  fireEvent.change(area, { target: { value: '/* css/a.css */' } })
  await rename('style')
  expect(await screen.findByDisplayValue('/* style/a.css */')).toBeTruthy()
  expect(fake.inputsOf('localFiles.rename')).toEqual([{ id: 'w1', path: 'css', to: 'style' }])
})

it('removes a folder after a question that says what goes with it, and closes its files', async () => {
  const { fake, user, click } = open()
  await user.click(await screen.findByText('css'))
  await user.click(await screen.findByText('a.css'))
  fireEvent.change(await screen.findByDisplayValue('/* css/a.css */'), { target: { value: 'new' } })
  await user.click(screen.getByText('index.html'))
  await screen.findByDisplayValue('/* index.html */')
  screen.getByText('css').closest<HTMLElement>('[role="treeitem"]')?.focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/文件夹“css”和里面的全部文件会移入工作区的回收站/)).toBeTruthy()
  expect(screen.getByText(/其中还有没有保存的内容：css\/a\.css/)).toBeTruthy()
  await click('删除')
  expect(await screen.findByText('已移入回收站')).toBeTruthy()
  expect(fake.inputsOf('localFiles.remove')).toEqual([{ id: 'w1', path: 'css' }])
  await expect.poll(() => tabs().join()).not.toContain('a.css')
  expect(tabs().join()).toContain('index.html')
})

it('opens the file that the address names, and says so when the workspace is gone', async () => {
  open(host(), '/workspace/editor/w1?file=css/a.css&line=3')
  expect(await screen.findByDisplayValue('/* css/a.css */')).toBeTruthy()
})

it('says so when the workspace is gone', async () => {
  open(host(), '/workspace/editor/w2')
  expect(await screen.findByText('这个工作区已经断开')).toBeTruthy()
})
