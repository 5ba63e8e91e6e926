import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { NetworkStatus } from '#shared/contract/network.ts'
import type { Running } from '#shared/contract/diagnostics.ts'
import { RunningProcesses } from '#renderer/areas/diagnostics/RunningProcesses.tsx'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { NetworkSettings } from './NetworkSettings.tsx'

configure({ defaultHidden: true })

const PEM = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n'
const status: NetworkStatus = {
  form: {
    mode: 'manual',
    address: 'proxy.example:8080',
    script: '',
    exceptions: '*.example',
    username: 'li',
    password: '',
    authorities: PEM + PEM,
  },
  hasPassword: true,
  client: { subject: '李婷', issuer: '公司', validTo: '2027-01-01' },
  lasting: true,
  managed: ['address'],
}
const facts = (): string[][] =>
  screen
    .getAllByRole('term')
    .map((term, at) => [term.textContent, screen.getAllByRole('definition')[at]?.textContent ?? ''])

it('shows how requests go out, and deletes certificate and password after a question', async () => {
  const onChanged = vi.fn()
  const host = aHost()
    .on('network.get', () => status)
    .on('network.clearClient', () => ({ ...status, client: null }))
    .on('network.clearPassword', () => ({ ...status, hasPassword: false }))
  renderUi(<NetworkSettings onChanged={onChanged} />, { host })
  await screen.findByText('手动设置')
  expect(facts()).toEqual([
    ['代理', '手动设置'],
    ['代理地址', 'proxy.example:8080（由管理员设置）'],
    ['例外', '*.example'],
    ['代理账号', 'li'],
    ['代理密码', '已保存'],
    ['根证书', '2 个'],
    ['客户端证书', '李婷，有效期至 2027-01-01'],
  ])
  expect(screen.queryByText(/没有可用的系统钥匙串/)).toBeNull()
  const user = userEvent.setup()
  const click = async (name: string): Promise<void> => user.click(await screen.findByRole('button', { name }))
  await click('删除证书')
  await screen.findByText('将从本机删除客户端证书及其密码，不能恢复。')
  expect(host.inputsOf('network.clearClient')).toEqual([])
  await click('删除')
  await expect.poll(() => [host.inputsOf('network.clearClient').length, onChanged.mock.calls.length]).toEqual([1, 1])
  await click('删除代理密码')
  await screen.findByText('将从本机删除已保存的代理密码，不能恢复。')
  await click('删除')
  await expect.poll(() => [host.inputsOf('network.clearPassword').length, onChanged.mock.calls.length]).toEqual([1, 2])
})

it('shows the script where that is chosen, and says that a password does not last without a keychain', async () => {
  const form = { ...status.form, mode: 'pac', script: 'http://proxy.example/a.pac', exceptions: '', authorities: '' }
  const plain = { ...status, form, hasPassword: false, client: null, lasting: false, managed: [] } as NetworkStatus
  renderUi(<NetworkSettings onChanged={() => undefined} />, { host: aHost().on('network.get', () => plain) })
  expect(await screen.findByText(/没有可用的系统钥匙串/)).toBeTruthy()
  expect(facts()).toEqual([
    ['代理', '自动代理脚本（PAC）'],
    ['脚本地址', 'http://proxy.example/a.pac'],
    ['代理账号', 'li'],
    ['代理密码', '未填写'],
    ['客户端证书', '未设置'],
  ])
  expect(screen.queryByRole('button', { name: /^删除/ })).toBeNull()
})

const running: Running = {
  startedAt: 0,
  processes: [
    { name: '站匠', pid: 12, cpu: 3.25, memory: 2048 },
    { name: '内置服务器', pid: 13, cpu: null, memory: null },
  ],
  serverPort: 8080,
  uploads: { open: 5, active: 2, failed: 1 },
  workspaces: [{ name: '企业站', state: 'idle', waiting: 3, failed: 1 }],
  jobs: [{ title: '导出站点', state: 'running', progress: 40 }],
  folder: {
    path: '/data',
    parts: [
      { name: 'server', bytes: 1024 },
      { name: '', bytes: 1024 },
      { name: 'own', bytes: 0 },
    ],
    free: 4096,
    countedAt: 0,
  },
}

it('shows processes, what is under way, and the room that the data takes', async () => {
  renderUi(<RunningProcesses />, { host: aHost().on('diagnostics.running', () => running) })
  await screen.findByText('站匠')
  const cells = screen.getAllByRole('cell').map((each) => each.textContent)
  expect(cells).toEqual(['站匠', '12', '3.3%', '2 KB', '内置服务器', '13', '—', '—'])
  expect(facts().slice(1)).toEqual([
    ['内置服务器', '运行中，端口 8080'],
    ['上传', '正在上传 2 个，等待 3 个，失败 1 个'],
    ['本地同步：企业站', expect.stringMatching(/等待 3 个文件，失败 1 个$/)],
    ['服务器任务', '导出站点 40%'],
    ['位置', expect.stringContaining('/data')],
    ['总大小', '2 KB'],
    ['磁盘可用空间', '4 KB'],
    ['内置服务器数据', '1 KB'],
    ['其他文件', '1 KB'],
    ['own', '0 B'],
  ])
})

it.each([
  [null, '登录后显示'],
  [[], '没有进行中的任务'],
])('with the jobs %j says %s', async (jobs, text) => {
  const idle = { ...running, serverPort: 0, workspaces: [], jobs, folder: { ...running.folder, free: null } }
  renderUi(<RunningProcesses />, { host: aHost().on('diagnostics.running', () => idle) })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(facts().map(([name]) => name)).not.toContain('磁盘可用空间')
  expect(screen.getByText('未运行')).toBeTruthy()
  expect(screen.getByText('没有本地工作区')).toBeTruthy()
})
