import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import type { LocalEntry } from '#shared/contract/localFile.ts'
import { AppError } from '#shared/errors/index.ts'
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

/** A host with one workspace whose files can be opened and made. */
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

it('shows folder by folder, and opens a file with how it is stored', async () => {
  const { fake, user } = open()
  await user.click(await screen.findByText('css'))
  await user.click(await screen.findByText('b.css'))
  expect(await screen.findByDisplayValue('/* css/b.css */')).toBeTruthy()
  expect(fake.inputsOf('localFiles.list').map(({ path }) => path)).toEqual(['', 'css'])
  expect(screen.getByText('GBK')).toBeTruthy()
  expect(screen.getByRole('button', { name: '处理冲突' })).toBeTruthy()
})

it('creates and opens a file in the folder of the chosen one, and a folder in the chosen folder', async () => {
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

it('opens the file that the address names', async () => {
  open(host(), '/workspace/editor/w1?file=css/a.css&line=3')
  expect(await screen.findByDisplayValue('/* css/a.css */')).toBeTruthy()
})

it('shows a message when the workspace is gone', async () => {
  open(host(), '/workspace/editor/w2')
  expect(await screen.findByText('该工作区已断开')).toBeTruthy()
})
