import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'

configure({ defaultHidden: true })

type MomentFile = OutputOf<'workspaces.momentFiles'>[number]
const file = (path: string, change: Partial<MomentFile> = {}): MomentFile => ({
  path,
  kind: 'file',
  size: 3,
  side: 'remote',
  by: '王伟',
  state: 'changed',
  since: false,
  ...change,
})
const props = { id: 'w1', moment: 'm1', time: '2026-11-01 08:00:00' }

it('puts back what one sync changed, but for what was changed again since and what is not chosen', async () => {
  const onClose = vi.fn()
  const files = [
    file('a.css'),
    file('b.css', { by: '' }),
    file('c', { kind: 'folder', side: 'local', state: 'missing' }),
    file('later.css', { since: true }),
    file('same.css', { state: 'same' }),
  ]
  const left = [
    { path: 'b.css', reason: '已被占用' },
    { path: 'c', reason: '已被占用' },
  ]
  const host = aHost()
    .on('workspaces.momentFiles', () => files)
    .on('workspaces.putBack', () => ({ restored: 1, left }))
  renderUi(<HistoryDialog {...props} onClose={onClose} />, { host })
  const rowOf = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
  const shown = [await rowOf(/a\.css/), await rowOf(/b\.css/), await rowOf(/ c/), await rowOf(/later/)]
  expect(shown.map((row) => within(row).queryByText(/王伟|服务器|这台电脑/)?.textContent)).toEqual([
    '王伟',
    '服务器',
    '这台电脑',
    '王伟',
  ])
  expect(shown.map((row) => within(row).queryByText('之后又改过，不动它') !== null)).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect(shown.map((row) => within(row).queryByRole('button', { name: /查看差异/ }) !== null)).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(screen.queryByText('same.css')).toBeNull()
  const user = userEvent.setup()
  await user.click(within(shown[0] as HTMLElement).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '还原选中的 2 个文件' }))
  expect(await screen.findByText(/^2 个文件会回到 2026-11-01 08:00:00 那次同步之前的样子/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '放回' }))
  await expect
    .poll(() => host.inputsOf('workspaces.putBack'))
    .toEqual([{ id: 'w1', moment: 'm1', paths: ['b.css', 'c'] }])
  expect(await screen.findByText(/已放回 1 个文件.*还有 2 个没有放回：“b.css”已被占用 …/)).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
})

it('says in its place, and nowhere else, why it can’t be read', async () => {
  const host = aHost().on('workspaces.momentFiles', () => {
    throw new AppError('not-found', '这次同步的历史已过期')
  })
  renderUi(<HistoryDialog {...props} onClose={() => undefined} />, { host })
  await screen.findByText('这次同步的历史已过期')
  expect(screen.getAllByText('这次同步的历史已过期')).toHaveLength(1)
})
