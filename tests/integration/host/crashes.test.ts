import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { realLauncher } from './builtin.ts'
import { runHost, tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'

const SOON = { timeout: 20_000 }

it('a host that ends by an error nobody caught leaves a report, which the next run shows', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const fault = "process.on('SIGUSR2', () => { throw new TypeError('no such tree, token=tok-5c1d9e') })"
  const trip = join(await tempFolder(), 'trip.mjs')
  await writeFile(trip, fault)
  const host = await spawnHost(dataDir, { NODE_OPTIONS: `--import=${pathToFileURL(trip).href}` })
  expect(await host.call('diagnostics.crashes', {})).toMatchObject({ reports: [] })
  expect(await host.end('SIGUSR2')).not.toBe(0)

  const next = await runHost({ dataDir })
  const { reports } = await next.call('diagnostics.crashes', {})
  expect(reports).toMatchObject([{ process: 'host', text: expect.stringContaining('no such tree') }])
  expect(reports[0]?.details).toContain('TypeError')
  expect(JSON.stringify(reports)).not.toContain('tok-5c1d9e')
})

it(
  'a killed server is reported once with its last lines, and runs again; what was ended is not reported',
  { timeout: 60_000 },
  async () => {
    const [dataDir, launcher] = [await tempFolder(), realLauncher()]
    const first = await runHost({ dataDir, ports: { launcher } })
    await first.call('connections.use', { id: 'builtin' })
    const { serverPort, processes } = await first.call('diagnostics.running', {})
    expect(serverPort).toBeGreaterThan(0)
    expect(processes).toMatchObject([{ pid: process.pid }, { name: '内置服务器', pid: launcher.pids[0] }])
    process.kill(launcher.pids[0] ?? 0, 'SIGKILL')
    await expect.poll(() => launcher.pids.length, SOON).toBe(2)
    await expect
      .poll(async () => (await first.call('diagnostics.running', {})).processes.at(-1)?.pid, SOON)
      .toBe(launcher.pids[1])
    const { reports } = await first.call('diagnostics.crashes', {})
    expect(reports).toMatchObject([{ process: 'server', text: expect.stringContaining('server ended') }])
    expect(reports[0]?.details).toContain('listening on')
    await first.host.close()
    const second = await runHost({ dataDir })
    expect((await second.call('diagnostics.crashes', {})).reports).toHaveLength(1)
  },
)
