import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { enterHost } from '#tests/setup/enterHost.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'
import { NO_KEYRING } from './keyring.ts'

const LAUNCH = /^打开 (\S+)$/m

describe.skipIf(process.platform === 'win32')('Ctrl+C in a terminal', { timeout: 60_000 }, () => {
  it('reaches every process of the group, and still ends host and server in order', async () => {
    const dataDir = await tempFolder()
    // A group of its own, as a terminal makes it; the wrapper stands for npm and the start script and passes signals on.
    const wrapper = `const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ${JSON.stringify([ENTRIES.host, '--data', dataDir])}, { stdio: 'inherit' })
      process.on('SIGINT', () => child.kill('SIGINT'))
      child.on('exit', (code) => process.exit(code ?? 9))`
    const group = spawn(process.execPath, ['-e', wrapper], {
      cwd: resolve(import.meta.dirname, '../../..'),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...NO_KEYRING },
    })
    const signal = (name: NodeJS.Signals): boolean => process.kill(-(group.pid ?? 0), name)
    const exited = once(group, 'exit') as Promise<[number | null]>
    onTestFinished(() => {
      if (group.exitCode === null) signal('SIGKILL')
    })
    const [line] = (await once(createInterface({ input: group.stdout }), 'line')) as [string]
    const launch = LAUNCH.exec(line)?.[1] ?? ''
    const entered = await enterHost(launch)
    const used = await fetch(`${entered.origin}/invoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...entered },
      body: JSON.stringify({ name: 'connections.use', input: { id: 'builtin' } }),
    })
    expect(await used.json()).toMatchObject({ ok: true })
    await access(join(dataDir, 'backend.json'))
    signal('SIGINT')
    expect((await exited)[0]).toBe(0)
    await expect(access(join(dataDir, 'backend.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe.skipIf(process.platform === 'win32')('SIGTERM', { timeout: 90_000 }, () => {
  it('ends a host within ten seconds with streams, half an upload and calls that are never answered', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => {
      silent.close()
      silent.closeAllConnections()
    })
    const asked = once(silent, 'request')
    const running = await spawnHost(await tempFolder(), NO_KEYRING)
    const { entered } = running
    await running.call('connections.use', { id: 'builtin' })
    const stream = await fetch(`${entered.origin}/stream`, { method: 'POST', headers: entered })
    const { data } = (await stream.json()) as { data: { path: string } }
    const events = await fetch(entered.origin + data.path, { headers: { cookie: entered.cookie } })
    const half = request(`${entered.origin}/grant?name=a.bin&path=`, {
      method: 'POST',
      headers: { ...entered, 'content-length': '1000000' },
    })
    half.on('error', () => undefined).write('half of it')
    const { port } = silent.address() as AddressInfo
    const hanging = running.call('connections.save', { name: '不回答', baseUrl: `http://127.0.0.1:${port}/` })
    const unanswered = hanging
      .then(({ id }) => running.call('connections.use', { id }))
      .then(() => running.call('account.captcha', {}))
    unanswered.catch(() => undefined)
    await asked
    const since = performance.now()
    expect(await running.end('SIGTERM')).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
    await events.body?.cancel().catch(() => undefined)
  })
})
