import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { aWorkspace } from '#tests/builders/workspace.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SyncDialog } from './SyncDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const node = (name: string) => ({ node: `node:${name}`, name, readable: true })
const host = (): FakeBridge =>
  aHost()
    .on('folders.list', ({ node: at }) =>
      at === undefined
        ? { path: '', node: null, parent: null, folders: [node('home')] }
        : { path: `/${at.slice(5)}`, node: at, parent: null, folders: at === 'node:home' ? [node('sites')] : [] },
    )
    .on('folders.create', ({ name }) => node(name))
    .on('folders.grant', ({ node: at }) => ({ grant: `grant:${at}`, label: at }))
    .on('workspaces.propose', () => ({ grant: 'g0', label: '/home/me/Sitecraft/企业站', workspace: null }))
    .on('workspaces.plan', () => ({
      planId: 'p1',
      localPath: '/home/me/fresh',
      items: [
        { path: 'index.html', action: 'download', size: 2048, reason: '' },
        { path: 'css/a.css', action: 'conflict', size: 10, reason: '两边的内容不同' },
      ],
      downloadBytes: 2048,
      uploadBytes: 0,
      warnings: ['文件夹在云盘里'],
    }))
    .on('workspaces.connect', () => aWorkspace({ id: 'w7' }))

describe('同步到本地', () => {
  it('proposes a folder, shows its plan, and needs two gestures to start [S8]', async () => {
    const fake = host()
    renderUi(<SyncDialog template={aTemplate()} onClose={() => {}} />, { host: fake })
    await screen.findByText('下载 1 个文件（2 KB）')
    expect(fake.inputsOf('workspaces.propose')).toEqual([{ folder: 'company', templateName: '企业站' }])
    expect(fake.inputsOf('workspaces.plan')).toEqual([{ folder: 'company', templateName: '企业站', grant: 'g0' }])
    expect(fake.inputsOf('workspaces.connect')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '同意并开始' }))
    await screen.findByText('已开始同步')
  })

  it('leads to the workspace of a template that is on this machine already', async () => {
    const fake = host().on('workspaces.propose', () => ({ grant: '', label: '/sites/one', workspace: 'w3' }))
    renderUi(<SyncDialog template={aTemplate()} onClose={() => {}} />, { host: fake })
    await screen.findByText(/已同步到本机的“\/sites\/one”/)
    await userEvent.click(screen.getByRole('button', { name: '查看本地同步' }))
    expect(address()).toBe('/workspace?id=w3')
  })

  it('shows the plan of the chosen folder, and starts only when the user agrees [S8] [S38]', async () => {
    const fake = host()
    renderUi(<SyncDialog template={aTemplate()} onClose={() => {}} />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '选择其他文件夹…' }))
    await user.dblClick(await screen.findByRole('row', { name: /home/ }))
    await screen.findByRole('row', { name: /sites/ })
    await user.click(screen.getByRole('button', { name: '新建文件夹' }))
    await user.type(await screen.findByLabelText(/文件夹名称/), 'fresh{Enter}')
    await screen.findByText('/fresh')
    await user.click(screen.getByRole('button', { name: '选择此文件夹' }))

    await screen.findByText('下载 1 个文件（2 KB）')
    expect(screen.getByText('1 个冲突，两个版本都会保留')).toBeTruthy()
    expect(screen.getByText('文件夹在云盘里')).toBeTruthy()
    const rows = within(screen.getByRole('table', { name: '同步计划' })).getAllByRole('row', {
      hidden: true,
    })
    expect(rows[1]?.textContent).toContain('css/a.css')
    expect(fake.inputsOf('workspaces.plan').at(-1)).toEqual({
      folder: 'company',
      templateName: '企业站',
      grant: 'grant:node:fresh',
    })
    expect(fake.inputsOf('workspaces.connect')).toEqual([])

    await user.click(screen.getByRole('button', { name: '同意并开始' }))
    await screen.findByText('已开始同步')
    expect(fake.inputsOf('workspaces.connect')).toEqual([{ planId: 'p1' }])
    expect(address()).toBe('/workspace?id=w7')
  })

  it('makes a new plan when the old one no longer holds [S8]', async () => {
    const fake = host().on('workspaces.connect', () => {
      throw new AppError('conflict', '请重新查看计划')
    })
    fake.on('app.info', () => ({
      host: 'electron',
      version: '1',
      nativeDialogs: true,
      keychain: { module: 'keytar', problem: '' },
      dataDir: '/d',
      safe: false,
    }))
    fake.on('folders.choose', () => ({ grant: 'g', label: '/sites' }))
    renderUi(<SyncDialog template={aTemplate()} onClose={() => {}} />, { host: fake })
    await screen.findByText('下载 1 个文件（2 KB）')
    await userEvent.click(await screen.findByRole('button', { name: '同意并开始' }))
    await screen.findByText('请重新查看计划')
    await waitFor(() => expect(fake.inputsOf('workspaces.plan')).toHaveLength(2))
    await screen.findByText('下载 1 个文件（2 KB）')
  })

  it('says why a folder can not be used and lets the user choose another', async () => {
    const fake = host().on('workspaces.plan', () => {
      throw new AppError('locked', '这个文件夹已用于模板“官网”')
    })
    fake.on('app.info', () => ({
      host: 'electron',
      version: '1',
      nativeDialogs: true,
      keychain: { module: 'keytar', problem: '' },
      dataDir: '/d',
      safe: false,
    }))
    fake.on('folders.choose', () => ({ grant: 'g', label: '/sites' }))
    renderUi(<SyncDialog template={aTemplate()} onClose={() => {}} />, { host: fake })
    await screen.findByText('这个文件夹已用于模板“官网”')
    await userEvent.click(screen.getByRole('button', { name: '选择其他文件夹…' }))
    await waitFor(() => expect(fake.inputsOf('workspaces.plan').map(({ grant }) => grant)).toEqual(['g0', 'g']))
  })
})
