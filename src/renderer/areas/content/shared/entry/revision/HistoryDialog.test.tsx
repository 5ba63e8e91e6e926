import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aForm, aFormField, anEntry } from '#tests/builders/contentForm.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { toLoadedEntry } from '../form/loadEntry.ts'
import { HistoryDialog } from './HistoryDialog.tsx'

configure({ defaultHidden: true })

const revision = (id: number) => ({
  id,
  version: id,
  createTime: '2026-01-01 00:00:00',
  author: '李雷',
  reason: 'save',
  isStatus: true,
  changed: ['title'],
  approval: 'none' as const,
  isProposal: false,
})
const hit = { fieldName: 'title', fieldAlias: '标题', word: '坏词', propWord: '', times: 1, excerpt: '一个坏词' }

/** `first`: other answers than usual. */
function open(first: (host: FakeBridge) => void = () => undefined) {
  const loaded = toLoadedEntry(201, 7, aForm([aFormField('title', '标题')], anEntry(7, { title: '现在' })))
  const host = aHost()
    .on('content.revisions', () => pageOf([revision(3), revision(2)]))
    .on('content.revision', ({ revisionId }) => ({ ...revision(revisionId), fields: [] }))
    .on('content.restoreRevision', ({ acceptSensitive }) => {
      if (acceptSensitive) return { id: 7, version: 4, isStatus: true, approval: 'none', sensitive: [hit] }
      throw new AppError('conflict', '有敏感词', { details: { fact: { kind: 'words', hits: [hit] } } })
    })
  first(host)
  const restored = { times: 0 }
  renderUi(<HistoryDialog loaded={loaded} onRestored={() => (restored.times += 1)} onClose={() => undefined} />, {
    host,
  })
  return { host, restored, loaded, user: userEvent.setup() }
}

describe('the history of a published entry', () => {
  it('restores a version with a sensitive word only after confirmation', async () => {
    const { host, restored, loaded, user } = open()
    await user.click(await screen.findByRole('button', { name: /第 2 版/ }))
    await user.click(await screen.findByRole('button', { name: '还原到此版本' }))
    await user.click(await screen.findByRole('button', { name: '还原' }))
    await screen.findByText(/“坏词”出现 1 次/)
    expect(restored.times).toBe(0)
    await user.click(screen.getByRole('button', { name: '仍然发布' }))
    await waitFor(() => expect(restored.times).toBe(1))
    const input = { classId: 201, id: 7, revisionId: 2, version: loaded.version }
    expect(host.inputsOf('content.restoreRevision')).toEqual([
      { ...input, acceptSensitive: false },
      { ...input, acceptSensitive: true },
    ])
  })

  it('compares the last version of a page with the one on the next page', async () => {
    const { user } = open((host) =>
      host
        .on('content.revisions', ({ page, size }) => {
          const versions = Array.from({ length: 21 }, (_none, at) => revision(21 - at))
          return { ...pageOf(versions.slice((page - 1) * size, page * size)), totalElements: 21 }
        })
        .on('content.revision', ({ revisionId }) => ({
          ...revision(revisionId),
          fields: [{ fieldName: 'title', fieldValue: `标题，第${revisionId}次` }],
        })),
    )
    await user.click(await screen.findByRole('button', { name: /第 2 版/ }))
    const part = (tag: string) => screen.getByRole('region', { name: '标题' }).querySelector(tag)?.textContent
    await waitFor(() => expect([part('del'), part('ins')]).toEqual(['1', '2']))
  })

  it('marks revisions that wait for approval, and restores these and others', async () => {
    const { host, user } = open((fake) =>
      fake.on('content.revisions', () =>
        pageOf([
          { ...revision(4), approval: 'waiting', isProposal: true },
          { ...revision(3), approval: 'refused', isProposal: true },
          revision(2),
          revision(1),
        ]),
      ),
    )
    await screen.findByRole('button', { name: /第 4 版.*待审批/ })
    screen.getByRole('button', { name: /第 3 版.*审批未通过/ })
    screen.getByRole('button', { name: /第 2 版.*已发布.*当前/ })
    // Compared with what the entry was, not with the edit before it.
    await waitFor(() =>
      expect(host.inputsOf('content.revision').map((input) => (input as { revisionId: number }).revisionId)).toEqual([
        4, 2,
      ]),
    )
    screen.getByRole('button', { name: '还原到此版本' })
    await user.click(screen.getByRole('button', { name: /第 2 版/ }))
    expect(screen.queryByRole('button', { name: '还原到此版本' })).toBeNull()
  })
})
