import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { UpdateState } from '#shared/contract/update.ts'
import { aSettings } from '#tests/builders/settings.ts'
import { aHost, aUpdate, renderUi } from '#tests/setup/renderUi.tsx'
import { Updates } from './Updates.tsx'

/** A host whose state the test moves, as the services tell it. */
async function open(change: Partial<UpdateState>) {
  const asked: string[] = []
  const host = aHost().on('update.state', () => aUpdate(change))
  for (const name of ['update.look', 'update.download', 'update.install'] as const)
    host.on(name, () => {
      asked.push(name)
      return aUpdate(change)
    })
  renderUi(<Updates />, { host })
  await screen.findByRole('heading', { name: '程序更新' })
  const become = (next: Partial<UpdateState>): void => host.emit('update.changed', aUpdate(next))
  return { asked, become, user: userEvent.setup() }
}
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

it('each state offers its next step, and says what goes on', async () => {
  const { asked, become, user } = await open({ phase: 'idle' })
  await user.click(button('检查更新'))
  become({ phase: 'available', version: '1.1.0', notes: '修好了两处错误' })
  expect(await screen.findByText('有新版本 1.1.0，当前版本 0.1.0。')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('版本 1.1.0 的新内容').value).toBe('修好了两处错误')
  await user.click(button('下载'))
  become({ phase: 'downloading', version: '1.1.0', percent: 40 })
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('0.4')
  become({ phase: 'ready', version: '1.1.0', percent: 100 })
  await user.click(await screen.findByRole('button', { name: '安装并重新启动' }))
  become({ phase: 'waiting', version: '1.1.0', waitsFor: ['正在上传的文件'] })
  expect(await screen.findByText('完成以下工作后自动安装：正在上传的文件。')).toBeTruthy()
  expect(asked).toEqual(['update.look', 'update.download', 'update.install'])
})

it('what failed is said, and can be tried again', async () => {
  const { asked, user } = await open({ phase: 'failed', message: '连接不到更新服务器，请检查网络后重试' })
  expect(screen.getByText('连接不到更新服务器，请检查网络后重试')).toBeTruthy()
  await user.click(button('检查更新'))
  expect(asked).toEqual(['update.look'])
})

it('what is chosen is kept: when, and which versions', async () => {
  const kept: object[] = []
  const host = aHost().on('update.state', () => aUpdate())
  host.on('settings.set', (change) => {
    kept.push(change)
    return aSettings(change)
  })
  renderUi(<Updates />, { host })
  const user = userEvent.setup()
  const choice = async (name: string): Promise<HTMLElement> => screen.findByRole('radio', { name })
  expect((await choice('自动下载，退出程序时安装')).getAttribute('checked')).not.toBeNull()
  await user.click(await choice('不检查'))
  await user.click(within(screen.getByRole('radiogroup', { name: '版本' })).getByLabelText('测试版'))
  expect(kept).toEqual([{ updateMode: 'off' }, { updateChannel: 'beta' }])
})

it('where nothing can be updated there is the reason, and nothing to press', async () => {
  await open({ phase: 'unsupported', message: '未设置更新服务器' })
  expect(screen.getByText('未设置更新服务器')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
