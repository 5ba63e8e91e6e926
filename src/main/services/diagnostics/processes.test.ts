import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { createProcesses, parseProcStat, parsePs, parseTasklist } from './processes.ts'

const NOTHING = { cpuMs: null, memory: null }
const proc = (name: string, change: Record<number, string> = {}): string => {
  const fields = Array.from({ length: 52 }, (_, at) => change[at + 1] ?? '0')
  return ['7', `(${name})`, 'S', ...fields.slice(3)].join(' ')
}

it('reads what Linux says of a process, whatever its name is', () => {
  const used = { cpuMs: 3500, memory: 409_600 }
  expect(parseProcStat(proc('node', { 14: '150', 15: '200', 24: '100' }))).toEqual(used)
  expect(parseProcStat(proc('a) 1 2 (b', { 14: '150', 15: '200', 24: '100' }))).toEqual(used)
  expect([parseProcStat(''), parseProcStat('7 (node) S 1'), parseProcStat(proc('node', { 14: 'x' }))]).toEqual([
    NOTHING,
    NOTHING,
    NOTHING,
  ])
})

it.each([
  ['  1:02.50  45678\n', { cpuMs: 62_500, memory: 46_774_272 }],
  ['2:00:01 10', { cpuMs: 7_201_000, memory: 10_240 }],
  ['', NOTHING],
  ['1:02 many', NOTHING],
  ['soon 10', NOTHING],
])('reads %j of macOS', (line, used) => {
  expect(parsePs(line)).toEqual(used)
})

it.each([
  ['"node.exe","1234","Console","1","45,678 K"\r\n', 46_774_272],
  ['"node.exe","1234","Console","1","45.678 K"', 46_774_272],
  ['INFO: No tasks are running which match the specified criteria.', null],
])('reads %j of Windows', (line, memory) => {
  expect(parseTasklist(line)).toEqual({ cpuMs: null, memory })
})

it.runIf(process.platform === 'linux')(
  'measures this process and the server, the processor from the second time on',
  async () => {
    const server = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
    onTestFinished(() => void server.kill())
    let pid = server.pid ?? 0
    const look = createProcesses(async () => pid)
    const first = await look()
    expect(first).toMatchObject([
      { name: '站匠', pid: process.pid, cpu: null },
      { name: '内置服务器', pid, cpu: null },
    ])
    const before = performance.now()
    while (performance.now() - before < 30) continue
    const [own, other] = await look()
    expect(own?.cpu).toBeGreaterThan(1)
    expect(other?.cpu).toBeGreaterThanOrEqual(0)
    expect([own?.memory, other?.memory].every((memory) => (memory ?? 0) > 1024 * 1024)).toBe(true)
    pid = 2 ** 30
    expect((await look())[1]).toEqual({ name: '内置服务器', pid, cpu: null, memory: null })
    pid = 0
    expect(await look()).toHaveLength(1)
  },
)
