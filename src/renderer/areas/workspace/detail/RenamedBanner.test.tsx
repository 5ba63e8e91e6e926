import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { aWorkspace } from '#tests/builders/workspace.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { RenamedBanner } from './RenamedBanner.tsx'

it('offers the plan for the template’s new folder, and goes on with it once that is agreed to [S8]', async () => {
  const host = aHost()
    .on('workspaces.plan', () => ({
      planId: 'p1',
      localPath: '/home/me/company',
      items: [{ path: 'a.css', action: 'upload', size: 3, reason: '' }],
      downloadBytes: 0,
      uploadBytes: 3,
      warnings: [],
    }))
    .on('workspaces.connect', () => aWorkspace({ folder: 'company-2' }))
  const renamedTo = { folder: 'company-2', name: '企业站' }
  renderUi(<RenamedBanner workspace={aWorkspace({ state: 'failed', renamedTo })} renamedTo={renamedTo} />, { host })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '改用“company-2”继续同步' }))
  await screen.findByText('a.css')
  expect(host.inputsOf('workspaces.plan')).toEqual([{ folder: 'company-2', templateName: '企业站', workspace: 'w1' }])
  expect(host.inputsOf('workspaces.connect')).toEqual([])
  await user.click(screen.getByRole('button', { name: '同意并继续', hidden: true }))
  await waitFor(() => expect(host.inputsOf('workspaces.connect')).toEqual([{ planId: 'p1' }]))
})
