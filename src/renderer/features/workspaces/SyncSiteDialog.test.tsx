import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { aWorkspace } from '#tests/builders/workspace.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SyncSiteDialog } from './SyncSiteDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

it('plans every template of the site into a folder of its own, and starts those that can be', async () => {
  const host = aHost()
    .on('templateSite.ofSite', () => [
      aTemplate({ id: 1, name: '首页', folder: 'home' }),
      aTemplate({ id: 2, name: '活动', folder: 'event' }),
      aTemplate({ id: 3, name: '旧版', folder: 'old' }),
    ])
    .on('workspaces.propose', ({ folder }) => ({
      grant: `g ${folder}`,
      label: `/home/me/Sitecraft/官网/${folder}`,
      workspace: folder === 'event' ? 'w2' : null,
    }))
    .on('workspaces.plan', ({ folder }) => {
      if (folder === 'old') throw new AppError('no-space', '磁盘空间不足')
      const items = [{ path: 'index.html', action: 'download' as const, size: 2048, reason: '' }]
      return { planId: `p ${folder}`, localPath: '/x', items, downloadBytes: 2048, uploadBytes: 0, warnings: [] }
    })
    .on('workspaces.connect', () => aWorkspace())
  renderUi(<SyncSiteDialog siteId={7} onClose={() => {}} />, { host })
  const start = await screen.findByRole('button', { name: '同意并开始（1 个模板）' })
  await waitFor(() => expect(start.getAttribute('aria-disabled')).not.toBe('true'))
  const rows = within(screen.getByRole('table', { name: '站点的模板' })).getAllByRole('row')
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/首页.*可以开始.*下载 1 个文件.*Sitecraft\/官网\/home/),
    expect.stringMatching(/活动.*已在本机/),
    expect.stringMatching(/旧版.*无法同步.*磁盘空间不足/),
  ])
  expect(host.inputsOf('workspaces.connect')).toEqual([])
  await userEvent.click(start)
  await waitFor(() => expect(address()).toBe('/workspace'))
  expect(host.inputsOf('workspaces.connect')).toEqual([{ planId: 'p home' }])
})
