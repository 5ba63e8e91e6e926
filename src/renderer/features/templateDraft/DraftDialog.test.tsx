import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { DraftChange, RestorePointFile } from '#shared/contract/templateDraft.ts'
import { AppError } from '#shared/errors/index.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DraftDialog } from './DraftDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const STATE = { templateId: 7, name: '企业站', folder: 'company' }
const DRAFT = { folder: 'company~1', createdBy: 'admin', createDate: '2026-01-01 00:00:00' }
const change = (path: string, more: Partial<DraftChange> = {}): DraftChange => ({
  path,
  kind: 'file',
  way: 'publish',
  change: 'changed',
  draftSize: 1,
  liveSize: 1,
  ...more,
})
const momentFile = (path: string, more: Partial<RestorePointFile> = {}): RestorePointFile => ({
  path,
  kind: 'file',
  size: 1,
  state: 'changed',
  touched: true,
  since: false,
  ...more,
})
const MOMENT = { id: 3, kind: 'publish' as const, by: 'admin', date: '2026-01-02 00:00:00', files: 9, changed: 2 }

function open(changes: DraftChange[]): FakeBridge {
  const host = aHost()
    .on('templateDraft.find', () => ({ ...STATE, draft: DRAFT }))
    .on('templateDraft.changes', () => ({ changes, signature: 's1' }))
    .on('templateDraft.publish', () => ({ momentId: 3, published: 1, taken: 0 }))
    .on('templateMoment.page', () => pageOf([MOMENT]))
  renderUi(<DraftDialog folder="company" name="企业站" onClose={() => undefined} />, { host })
  return host
}
const publish = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: '发布更改' }))
}
const agree = async (name: string): Promise<void> =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

describe('草稿与发布', () => {
  it('makes a draft where there is none', async () => {
    const host = aHost()
      .on('templateDraft.find', () => ({ ...STATE, draft: null }))
      .on('templateDraft.create', () => ({ ...STATE, draft: DRAFT }))
    renderUi(<DraftDialog folder="company" name="企业站" onClose={() => undefined} />, { host })
    await userEvent.click(await screen.findByRole('button', { name: '新建草稿' }))
    await screen.findByText('草稿已建立')
    expect(host.inputsOf('templateDraft.create')).toEqual([{ id: 7 }])
  })

  it('publishes what was shown, once every question is answered', async () => {
    const host = open([change('a.css'), change('b.css', { way: 'ask' })])
    await screen.findByText('a.css')
    await publish()
    await screen.findByText(/还有 1 个文件两边均有修改/)
    expect(host.inputsOf('templateDraft.publish')).toEqual([])
    await userEvent.click(await screen.findByRole('radio', { name: '使用线上版本' }))
    await publish()
    await agree('发布')
    await screen.findByText('已发布 1 处更改')
    expect(host.inputsOf('templateDraft.publish')).toEqual([
      { id: 7, signature: 's1', answers: [{ path: 'b.css', take: 'live' }] },
    ])
    // The way back is at hand.
    await screen.findByRole('button', { name: /^撤销发布 / })
  })

  it('shows the new list when a file has changed after it was shown', async () => {
    const host = open([change('a.css')]).on('templateDraft.publish', () => {
      throw new AppError('conflict', '文件刚刚有新的变化')
    })
    await screen.findByText('a.css')
    await publish()
    await agree('发布')
    await screen.findByText(/文件刚刚有新的变化/)
    expect(host.inputsOf('templateDraft.changes').length).toBeGreaterThan(1)
  })

  it('takes a publication back, without the files that were changed after it', async () => {
    const host = open([])
    host
      .on('templateMoment.files', () => ({
        moment: MOMENT,
        signature: 'm1',
        files: [
          momentFile('a.css'),
          momentFile('since.css', { since: true }),
          momentFile('other.css', { touched: false }),
          momentFile('same.css', { state: 'same' }),
        ],
      }))
      .on('templateMoment.restore', () => ({ momentId: 4, restored: 1 }))
    await userEvent.click(await screen.findByRole('tab', { name: '历史' }))
    await userEvent.click(await screen.findByRole('button', { name: /^撤销发布 / }))
    await screen.findByText('发布后有修改')
    expect(screen.queryByText('other.css')).toBeNull()
    await screen.findByText(/另有 1 个文件/)
    await userEvent.click(await screen.findByRole('button', { name: '撤销发布（1 处）' }))
    await agree('撤销')
    await screen.findByText('已撤销发布')
    expect(host.inputsOf('templateMoment.restore')).toEqual([
      { id: 3, signature: 'm1', paths: ['a.css'], undo: true, whole: false },
    ])
  })
})
