import { act, configure, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EditorProvider } from '#renderer/features/codeEditor/panes.ts'
import { aWorkspace, aWorkspaceFile } from '#tests/builders/workspace.ts'
import { textAreaPanes } from '#tests/fakes/editorPanes.tsx'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { WorkspaceScreen } from './WorkspaceScreen.tsx'

configure({ defaultHidden: true })

it('shows the counts of the chosen workspace from one answer, however late the list is', async () => {
  const conflicted = aWorkspace({ conflicts: 1 })
  const now = {
    workspace: conflicted,
    files: [aWorkspaceFile('index.html', { state: 'conflict' })],
    list: Promise.resolve([conflicted]),
  }
  const host = aHost()
    .on('workspaces.list', () => now.list)
    .on('workspaces.detail', () => ({ workspace: now.workspace, files: now.files, log: [] }))
  renderUi(
    <EditorProvider value={textAreaPanes}>
      <WorkspaceScreen />
    </EditorProvider>,
    { host },
  )
  const list = within(await screen.findByRole('navigation', { name: '本地工作区' }))
  await screen.findByRole('tab', { name: '冲突 1' })
  list.getByText('有 1 个冲突需要处理')
  // The conflict is over; the answer about all workspaces does not come.
  now.workspace = aWorkspace({ conflicts: 0 })
  now.files = [aWorkspaceFile('index.html')]
  now.list = new Promise(() => undefined)
  act(() => host.emit('workspace.changed', { id: now.workspace.id }))
  await screen.findByRole('tab', { name: '冲突 0' })
  expect(list.queryByText('有 1 个冲突需要处理')).toBeNull()
  list.getByText('已同步')
})
