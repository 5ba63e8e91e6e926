import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import type { InputOf, OperationName, OwnOutputOf } from '#shared/contract/registry.ts'
import { fromWire } from '#shared/errors/index.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { ENTRIES } from '#tests/setup/entries.ts'

export interface HostProcess {
  /** What a page of it sends with each call. */
  entered: Awaited<ReturnType<typeof enterHost>>
  /** Lines it printed. */
  lines: string[]
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OwnOutputOf<N>>
  /** Gives it a file as a page does; answers the grant. */
  hand(name: string, content: Buffer): Promise<string>
  /** Ends it and resolves with its exit code (null after SIGKILL). */
  end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGUSR2'): Promise<number | null>
}

/** The browser host as users run it, in a process of its own, entered through the address that it prints. */
export async function spawnHost(
  dataDir: string,
  env: Record<string, string>,
  entry: string = ENTRIES.host,
): Promise<HostProcess> {
  const child = spawn(process.execPath, [entry, '--data', dataDir], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: 'SIGKILL' | 'SIGTERM' | 'SIGUSR2'): Promise<number | null> => {
    child.kill(signal)
    return (await exited)[0]
  }
  onTestFinished(() => void end('SIGKILL'))
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  await once(output, 'line')
  const launch = /^打开 (http:\S+)$/.exec(lines[0] ?? '')?.[1] ?? ''
  const entered = await enterHost(launch)
  const { origin } = entered
  return {
    entered,
    lines,
    end,
    async hand(name, content) {
      const address = `${origin}/grant?${new URLSearchParams({ name, path: '' })}`
      const answer = await fetch(address, {
        method: 'POST',
        headers: entered,
        body: new Uint8Array(content),
      })
      const result = (await answer.json()) as Result
      if (!result.ok) throw fromWire(result.error)
      return (result.data as { grant: string }).grant
    },
    async call(name, input) {
      const answer = await fetch(`${origin}/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...entered },
        body: JSON.stringify({ name, input }),
      })
      const result = (await answer.json()) as Result
      if (!result.ok) throw fromWire(result.error)
      return result.data as OwnOutputOf<typeof name>
    },
  }
}
