import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '#shared/contract/job.ts'
import { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { aJob, anEndedJob } from '#tests/builders/job.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { followJob } from './followJob.ts'
import { JobProgress } from './JobProgress.tsx'
import { JobsMenu } from './JobsMenu.tsx'

// The focus trap of the open list hides and shows late in a DOM without layout.
configure({ defaultHidden: true })
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let made = 100
/** A host with one job; `now.job` is what it answers next. */
function hostOf(job: Partial<Job> = {}) {
  const now = { job: aJob({ id: ++made, ...job }) }
  const host = aHost()
    .on('job.list', () => [])
    .on('job.findById', () => now.job)
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
  const end = (state: 'done' | 'failed' | 'cancelled', changes: Partial<Job> = {}): void => {
    now.job = anEndedJob(state, { id: now.job.id, kind: now.job.kind, ...changes })
  }
  return { host, now, end, id: now.job.id }
}

function Sites() {
  const { data } = useRead('site.page', { page: 1, size: 10 })
  return <p>{data ? '站点已加载' : ''}</p>
}

async function follow(host: FakeBridge, options: Parameters<typeof followJob>[0]) {
  const drawn = renderUi(
    <>
      <JobsMenu />
      <Sites />
    </>,
    { host },
  )
  await screen.findByText('站点已加载')
  act(() => followJob(options))
  await screen.findByRole('button', { name: '后台任务，1 个进行中' })
  return drawn
}
// By its role alone: while the trap hides it, it has no name.
const openList = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: /^后台任务/ }))
  return screen.findByRole('dialog')
}

describe('the progress of a job', () => {
  it('shows the progress, what it does, and how it ended', async () => {
    const { host, end, id } = hostOf()
    renderUi(<JobProgress jobId={id} />, { host })
    const bar = await screen.findByRole('progressbar', { name: '复制站点“海洋副本”' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('0.4'))
    screen.getByText('正在复制模板文件（4/10）')
    screen.getByText('40%')
    end('done')
    await screen.findByText('已完成')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('cancels once, and says what is left of it', async () => {
    const { host, end, id } = hostOf()
    host.on('job.cancel', () => null)
    renderUi(<JobProgress jobId={id} />, { host })
    await userEvent.click(await screen.findByRole('button', { name: '取消任务' }))
    await screen.findByText('正在取消…')
    await userEvent.click(screen.getByRole('button', { name: '取消任务' }))
    expect(host.inputsOf('job.cancel')).toEqual([{ id }])
    end('cancelled')
    await screen.findByText('已取消，已全部撤销，未保留任何内容。')
  })

  it('shows why it failed and that nothing is left', async () => {
    const { host, end, id } = hostOf()
    end('failed')
    renderUi(<JobProgress jobId={id} />, { host })
    await screen.findByText('失败：磁盘空间不足。已全部撤销，未保留任何内容。')
  })

  it('keeps looking while the server is out of reach', async () => {
    const { host, now, id } = hostOf()
    let away = true
    host.on('job.findById', () => {
      if (away) throw new AppError('no-response', '服务器没有响应')
      return now.job
    })
    renderUi(<JobProgress jobId={id} />, { host })
    await screen.findByText('暂时无法查询进度，正在重试：服务器没有响应')
    away = false
    await screen.findByText('正在复制模板文件（4/10）')
  })

  it('says when the server no longer knows it', async () => {
    const { host, id } = hostOf()
    host.on('job.findById', () => {
      throw new AppError('not-found', '任务不存在，可能已过期')
    })
    renderUi(<JobProgress jobId={id} />, { host })
    await screen.findByText('任务不存在，可能已过期')
  })
})

describe('the jobs of the title bar', () => {
  it('say that there are none', async () => {
    renderUi(<JobsMenu />, { host: hostOf().host })
    expect((await openList()).textContent).toContain('没有进行中的任务')
  })

  it('list a job while it goes on and after it has ended, until it is cleared away', async () => {
    const { host, end, id } = hostOf({ kind: 'statics.build' })
    await follow(host, { jobId: id, title: '生成静态页面：官网' })
    const list = await openList()
    within(list).getByText('生成静态页面：官网')
    await within(list).findByRole('progressbar')
    end('done')
    await screen.findByText('生成静态页面：官网已完成')
    await screen.findByRole('button', { name: '后台任务' })
    await userEvent.click(await within(list).findByRole('button', { name: '清除已结束' }))
    await within(list).findByText(/没有进行中的任务/)
  })

  it('find again what was started before the page was loaded', async () => {
    const { host, now } = hostOf({ message: '正在复制栏目和设置' })
    host.on('job.list', () => [now.job])
    renderUi(<JobsMenu />, { host })
    await screen.findByRole('button', { name: '后台任务，1 个进行中' })
    await within(await openList()).findByText('正在复制栏目和设置')
  })

  it('load the lists again at the end of a copy, and say as an alert what is to be done [A-301]', async () => {
    const { host, end, id } = hostOf()
    await follow(host, { jobId: id, title: '复制站点“海洋副本”' })
    expect(host.inputsOf('site.page').length).toBe(1)
    end('done')
    const alert = await screen.findByRole('alertdialog')
    expect(alert.textContent).toContain('复制站点“海洋副本”已完成')
    expect(alert.textContent).toContain('角色管理权限，并重新登录')
    await waitFor(() => expect(host.inputsOf('site.page').length).toBe(2))
    await userEvent.click(within(alert).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('leave the success message to their starter, and report a failure with its reason', async () => {
    const done: string[] = []
    const first = hostOf({ kind: 'statics.build' })
    const drawn = await follow(first.host, {
      jobId: first.id,
      title: '生成甲',
      onDone: (job) => done.push(job.message),
    })
    first.end('done')
    await waitFor(() => expect(done).toEqual(['已完成']))
    expect(screen.queryByText('生成甲已完成')).toBeNull()
    drawn.unmount()

    const second = hostOf()
    await follow(second.host, { jobId: second.id, title: '复制乙', onDone: () => done.push('no') })
    second.end('failed')
    await screen.findByText('复制乙失败：磁盘空间不足。已全部撤销，未保留任何内容。')
    expect(done).toEqual(['已完成'])
  })

  it('ask the system to notify when the window is not in front', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { host, end, id } = hostOf({ kind: 'statics.clean' })
    host.on('app.notify', () => ({ shown: true }))
    await follow(host, { jobId: id, title: '清除静态页面' })
    end('done')
    await waitFor(() =>
      expect(host.inputsOf('app.notify')).toEqual([{ title: '清除静态页面已完成', body: '', href: '' }]),
    )
  })

  it('use the browser where the host has no notifications and the user has allowed them', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const shown: string[] = []
    class Notice {
      static permission: NotificationPermission = 'default'
      static requestPermission = async (): Promise<NotificationPermission> => (Notice.permission = 'granted')
      constructor(title: string, { body }: NotificationOptions) {
        shown.push(`${title} ${body}`)
      }
    }
    vi.stubGlobal('Notification', Notice)
    const { host, end, id } = hostOf()
    host.on('app.notify', () => ({ shown: false }))
    await follow(host, { jobId: id, title: '复制站点甲' })
    const list = await openList()
    await userEvent.click(within(list).getByRole('button', { name: '允许通知' }))
    await waitFor(() => expect(within(list).queryByRole('button', { name: '允许通知' })).toBeNull())
    end('failed')
    await waitFor(() => expect(shown).toEqual(['复制站点甲失败 磁盘空间不足。已全部撤销，未保留任何内容。']))
  })

  it('do not, when it is in front', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const { host, end, id } = hostOf({ kind: 'statics.clean' })
    await follow(host, { jobId: id, title: '清除静态页面' })
    end('failed')
    await screen.findByText(/^清除静态页面失败/)
    expect(host.inputsOf('app.notify')).toEqual([])
  })
})
