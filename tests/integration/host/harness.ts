import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { HostEventMessage, Result } from '#shared/contract/bridge.ts'
import type { InputOf, OperationName, OwnOutputOf } from '#shared/contract/registry.ts'
import { fromWire } from '#shared/errors/index.ts'
import { composeHost, type Host } from '#services/compose.ts'
import type { HostOptions } from '#services/host/hostOptions.ts'
import type { Ports } from '#services/ports.ts'
import { startCms, type Cms } from '#tests/fakes/cms.ts'
import { testPorts, type TestPorts } from '#tests/fakes/ports.ts'

export const tempFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-host-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface RunningHost {
  host: Host
  ports: TestPorts
  dataDir: string
  /** Everything that crossed the border: Results and events, as JSON lines. */
  crossed: string[]
  events: HostEventMessage[]
  /** The data of an operation, or its AppError thrown. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OwnOutputOf<N>>
}

/** All services over test ports, in a folder of their own; closed after the test. */
export async function runHost(
  options: { dataDir?: string; ports?: Partial<Ports> } & Pick<
    HostOptions,
    'uploadPatience' | 'askPicture' | 'policies'
  > = {},
): Promise<RunningHost> {
  const dataDir = options.dataDir ?? (await tempFolder())
  const ports = testPorts(options.ports)
  const { dataDir: _dataDir, ports: _ports, ...others } = options
  const host = await composeHost(ports, { dataDir, version: '0.0.0', ...others })
  onTestFinished(() => host.close())
  const crossed: string[] = []
  const events: HostEventMessage[] = []
  host.subscribe((message) => {
    events.push(message)
    crossed.push(JSON.stringify(message))
  })
  return {
    host,
    ports,
    dataDir,
    crossed,
    events,
    async call(name, input) {
      const result: Result = await host.invoke(name, input)
      crossed.push(JSON.stringify(result))
      if (!result.ok) throw fromWire(result.error)
      return result.data as OwnOutputOf<typeof name>
    },
  }
}

export async function runCms(): Promise<Cms> {
  const cms = await startCms()
  onTestFinished(() => cms.close())
  return cms
}

/** Connects the host to the CMS as the page does: save, then use. */
export async function connect(running: RunningHost, baseUrl: string): Promise<string> {
  const { id } = await running.call('connections.save', { name: `外部 ${baseUrl}`, baseUrl })
  await running.call('connections.use', { id })
  return id
}

export async function signIn(running: RunningHost, password: string, username = 'editor') {
  const { codeKey } = await running.call('account.captcha', {})
  return running.call('session.signIn', { username, password, imageCodeKey: codeKey, imageCodeValue: 'abcd' })
}

/** All that lies on disk below a folder, as one text. */
export async function diskText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n')
}
