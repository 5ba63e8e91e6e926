import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SiteArchiveSummary } from '#shared/contract/siteArchive.ts'
import { AppError } from '#shared/errors/index.ts'
import { aJob, anEndedJob } from '#tests/builders/job.ts'
import { aSite } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportForm } from './ImportForm.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const site = { ...aSite(1, '集团官网'), symbol: 'group' }
const seen: SiteArchiveSummary = {
  title: '集团官网',
  symbol: 'group',
  domain: 'www.group.example,new.group.example',
  createDate: '2026-11-23 22:00:00',
  version: '0.1.0',
  counts: [{ title: '内容', count: 41 }],
  bytes: 1024,
  leftOut: ['密码、令牌和密钥'],
  freeSymbol: 'group-2',
  takenHosts: ['www.group.example'],
  templates: [{ folder: 'corporate', name: '企业门户', as: 'corporate-2', isTaken: true }],
  accounts: [
    { username: 'admin', trueName: '', isHere: true },
    { username: 'li', trueName: '李', isHere: false },
  ],
  hasMembers: true,
}

describe('the export of a site', () => {
  it('exports the history and no members by default, and downloads the file', async () => {
    const fake = aHost()
      .on('siteArchive.exports', () => [
        { jobId: 5, createDate: '2026-11-22 10:00:00', size: 2048, expireDate: '2026-11-29 10:00:00' },
      ])
      .on('siteArchive.export', () => ({ jobId: 7 }))
      .on('job.findById', () => anEndedJob('done', { kind: 'site.export' }))
      .on('downloads.siteArchive', () => ({ href: '', savedAs: '/home/group.zip' }))
    renderUi(<ExportDialog site={site} onClose={() => undefined} />, { host: fake })
    await screen.findByRole('button', { name: '下载 2026-11-22 10:00:00' })
    await userEvent.click(screen.getByRole('button', { name: '开始导出' }))
    expect(fake.inputsOf('siteArchive.export')).toEqual([{ siteId: 1, history: true, members: false }])
    await userEvent.click(await screen.findByRole('button', { name: '下载导出包' }))
    await waitFor(() =>
      expect(fake.inputsOf('downloads.siteArchive')).toEqual([{ siteId: 1, jobId: 7, name: 'group-7' }]),
    )
  })

  it('shows the progress, and can be cancelled', async () => {
    const fake = aHost()
      .on('siteArchive.exports', () => [])
      .on('siteArchive.export', () => ({ jobId: 7 }))
      .on('job.findById', () => aJob({ kind: 'site.export', message: '正在导出内容（已导出 400 行）' }))
      .on('job.cancel', () => null)
    renderUi(<ExportDialog site={site} onClose={() => undefined} />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '开始导出' }))
    await screen.findByText('正在导出内容（已导出 400 行）')
    await userEvent.click(screen.getByRole('button', { name: '取消任务' }))
    expect(fake.inputsOf('job.cancel')).toEqual([{ id: 7 }])
  })
})

describe('the import of a site', () => {
  const show = (fake = aHost()) => {
    const started: unknown[] = []
    renderUi(
      <ImportForm
        accessPath="/files/a.zip"
        summary={seen}
        onStarted={(jobId, title) => started.push([jobId, title])}
        onClose={() => undefined}
      />,
      { host: fake },
    )
    return started
  }

  it('shows what is in it, and proposes what is free here', async () => {
    const fake = aHost().on('siteArchive.import', () => ({ jobId: 9 }))
    const started = show(fake)
    await screen.findByText('内容 41')
    expect(screen.getByText(/域名 www.group.example 已绑定到其他站点/)).toBeDefined()
    expect(screen.getByText(/名称相同的账号：admin。没有对应账号：li，只保留姓名/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: '开始导入' }))
    await waitFor(() => expect(started).toEqual([[9, '集团官网']]))
    expect(fake.inputsOf('siteArchive.import')).toEqual([
      {
        accessPath: '/files/a.zip',
        title: '集团官网',
        symbol: 'group-2',
        domain: 'new.group.example',
        folders: [{ folder: 'corporate', as: 'corporate-2' }],
        accounts: ['admin'],
        members: true,
      },
    ])
  })

  it('keeps the typed text when it is refused', async () => {
    const fake = aHost().on('siteArchive.import', () => {
      throw new AppError('conflict', '站点标识符“x”已被另一个站点使用，请换一个')
    })
    const started = show(fake)
    const symbol = await screen.findByRole('textbox', { name: '标识符' })
    await userEvent.clear(symbol)
    await userEvent.type(symbol, 'x')
    await userEvent.click(screen.getByRole('button', { name: '开始导入' }))
    await waitFor(() => expect(fake.inputsOf('siteArchive.import')).toHaveLength(1))
    expect(symbol).toHaveProperty('value', 'x')
    expect(started).toEqual([])
  })
})
