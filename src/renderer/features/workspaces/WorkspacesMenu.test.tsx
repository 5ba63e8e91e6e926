import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aWorkspace } from '#tests/builders/workspace.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { WorkspacesMenu } from './WorkspacesMenu.tsx'

// The focus trap of the popover hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

it('sums up what all workspaces wait for, and leads to each', async () => {
  const now = {
    list: [
      aWorkspace({ id: 'a', templateName: '企业站', conflicts: 2, waiting: 3 }),
      aWorkspace({ id: 'b', templateName: '活动页', state: 'syncing', waiting: 4 }),
      aWorkspace({ id: 'c', templateName: '旧站', state: 'halted', failed: 1 }),
    ],
  }
  const host = aHost().on('workspaces.list', () => now.list)
  renderUi(<WorkspacesMenu />, { host })
  const words = '1 个工作区等待确认，2 个冲突，1 个文件失败，1 个工作区正在同步，7 个文件等待同步'
  const button = await screen.findByRole('button', { name: `本地同步，${words}` })
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('button', { name: /^活动页/ }))
  await waitFor(() => expect(address()).toBe('/workspace?id=b'))
  now.list = [aWorkspace()]
  host.emit('workspace.changed', { id: 'a' })
  await screen.findByRole('button', { name: '本地同步，1 个工作区都已同步' })
})

it('is absent while nothing is synced to this computer', async () => {
  const host = aHost().on('workspaces.list', () => [])
  renderUi(<WorkspacesMenu />, { host })
  await waitFor(() => expect(host.inputsOf('workspaces.list')).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})
