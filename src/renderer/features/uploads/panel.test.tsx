import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UploadTask } from '#shared/contract/uploads.ts'
import { resync } from '#renderer/data/loopbackEvents.ts'
import { UploadQueue } from '#tests/fakes/uploads.ts'
import { findDialog } from '#tests/setup/dialogs.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { beginStaging } from './staging.ts'
import { UploadsMenu } from './UploadsMenu.tsx'

// The focus trap of the panel hides and shows late in a DOM without layout.
configure({ defaultHidden: true })
afterEach(() => vi.restoreAllMocks())

async function open(names: readonly string[], change: Partial<UploadTask> = {}) {
  document.title = '站匠'
  const host = aHost()
  const queue = new UploadQueue(host)
  queue.seed(names, change)
  renderUi(<UploadsMenu />, { host })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: names.length > 0 ? /^上传，/ : '上传' }))
  const panel = await findDialog('上传')
  const button = (name: string): HTMLElement => within(panel).getByRole('button', { name })
  const shown = (): (string | null | undefined)[] =>
    within(panel)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('[title]:not(button)')?.textContent)
  return { host, queue, user, panel, button, shown }
}

describe('the panel of uploads', () => {
  it('says that there is nothing', async () => {
    const { panel } = await open([])
    expect(within(panel).getByText('没有上传任务')).toBeTruthy()
  })

  it('shows how far all are, in the title of the window too, and puts it back', async () => {
    const { queue, panel } = await open(['a.zip', 'b.zip'])
    act(() => queue.send('a.zip', { sent: 500, speed: 100, remaining: 5 }))
    await within(panel).findByText('已完成 0 / 2')
    await within(panel).findByText('25% · 100 B/s · 剩余 15 秒')
    expect(document.title).toBe('25% · 站匠')
    screen.getByRole('button', { name: '上传，2 个未完成，25%' })
    act(() => {
      queue.finish('a.zip')
      queue.fail('b.zip', '空间不足')
    })
    await within(panel).findByText('已完成 1 / 2，失败 1')
    expect(document.title).toBe('站匠')
  })

  it('pauses and resumes all, retries what failed, clears what is done [P14]', async () => {
    const { host, queue, user, button } = await open(['a.zip', 'b.zip', 'c.zip', 'd.exe'])
    act(() => {
      queue.fail('c.zip', '空间不足')
      queue.fail('d.exe', '格式不对', false)
      queue.send('a.zip', { sent: 10 })
    })
    const ids = (name: string): string => queue.find(name).id
    await user.click(button('全部暂停'))
    expect(host.inputsOf('uploads.pause')).toEqual([{ ids: [ids('a.zip'), ids('b.zip')] }])
    expect(button('全部暂停').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('全部继续'))
    expect(host.inputsOf('uploads.resume')).toEqual([{ ids: [ids('a.zip'), ids('b.zip')] }])
    await user.click(button('重试失败项'))
    expect(host.inputsOf('uploads.retry')).toEqual([{ ids: [ids('c.zip')] }])
    act(() => queue.finish('a.zip'))
    await user.click(button('清除已完成'))
    await waitFor(() => expect(screen.queryByText('a.zip')).toBeNull())
  })

  it('says what it waits for', async () => {
    const { queue, panel } = await open(['a.zip', 'b.zip'])
    act(() => {
      queue.change('a.zip', { state: { step: 'held', reason: 'signed-out', message: '登录后自动继续' } })
      queue.change('b.zip', { state: { step: 'held', reason: 'unreachable', message: '服务器没有响应' } })
    })
    await within(panel).findByText('等待登录 · 登录后自动继续')
    await within(panel).findByText('等待网络 · 服务器没有响应')
  })

  it('lists what is left first, then what failed, then what is done; the order of the first is changed with keys', async () => {
    const { host, queue, user, button, shown } = await open(['a.zip', 'b.zip', 'c.zip', 'd.zip', 'e.zip'])
    act(() => {
      queue.finish('a.zip')
      queue.fail('b.zip', '空间不足')
    })
    await waitFor(() => expect(shown()).toEqual(['c.zip', 'd.zip', 'e.zip', 'b.zip', 'a.zip']))
    act(() => button('移动 e.zip').focus())
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(shown().slice(0, 3)).toEqual(['c.zip', 'e.zip', 'd.zip']))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('移动 e.zip')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(shown().slice(0, 3)).toEqual(['c.zip', 'd.zip', 'e.zip']))
    expect(host.inputsOf('uploads.move').at(-1)?.before).toBe('')
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: '移动 a.zip' })).toBeNull()
  })

  it('renders 2,000 uploads without 2,000 rows, and only the changed row again', async () => {
    const names = Array.from({ length: 2000 }, (_, i) => `f${i}.zip`)
    const { queue, panel } = await open(names)
    await within(panel).findByText('f0.zip')
    const rows = within(panel).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(60)
    const other = within(panel).getByText('f1.zip')
    act(() => queue.send('f0.zip', { sent: 100, speed: 50, remaining: 18 }))
    await within(panel).findByText(/^100 B \/ 1000 B/)
    expect(within(panel).getByText('f1.zip')).toBe(other)
  })

  it('reloads the list after a restart of the host', async () => {
    const { queue, panel } = await open(['a.zip'])
    await within(panel).findByText('a.zip')
    queue.tasks.splice(0, 1)
    queue.tasks.push(aTask('b.zip'))
    act(() => resync.emit())
    await within(panel).findByText('b.zip')
    expect(within(panel).queryByText('a.zip')).toBeNull()
  })

  it('asks before the tab is closed while files are still read, and lets that be stopped', async () => {
    const { user, panel } = await open([])
    const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(true)
    const stopped = vi.fn<() => void>()
    const staging = { now: beginStaging([new File(['1234'], 'a.zip')], stopped) }
    act(() => staging.now.loaded(2))
    await within(panel).findByText('正在读取 1 个文件，请勿关闭本页')
    within(panel).getByText('2 B / 4 B')
    screen.getByRole('button', { name: '上传，正在读取 1 个文件 50%' })
    expect(leave()).toBe(false)
    await user.click(within(panel).getByRole('button', { name: '停止读取' }))
    expect(stopped).toHaveBeenCalledOnce()
    act(() => staging.now.end())
    expect(leave()).toBe(true)
  })

  it('notifies the system when all have ended while the window is in the background', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { host, queue } = await open(['a.zip', 'b.zip'])
    host.on('app.notify', () => ({ shown: true }))
    await screen.findByRole('button', { name: /2 个未完成/ })
    act(() => queue.finish('a.zip'))
    expect(host.inputsOf('app.notify')).toEqual([])
    act(() => queue.fail('b.zip', '空间不足'))
    await waitFor(() =>
      expect(host.inputsOf('app.notify')).toEqual([{ title: '上传结束', body: '1 个文件已上传，1 个失败', href: '' }]),
    )
  })
})

const aTask = (name: string): UploadTask => ({
  id: `again ${name}`,
  name,
  relativePath: name,
  target: { to: 'library', kind: 'file', siteId: 0 },
  size: 1,
  sent: 0,
  speed: 0,
  remaining: null,
  state: { step: 'waiting' },
})
