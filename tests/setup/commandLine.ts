import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCli } from '#cli/run.ts'
import type { Result } from '#shared/contract/bridge.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { startControl } from '#services/control/server.ts'
import { memoryLog } from '#tests/fakes/logger.ts'

/** What the running program answers by operation; an AppError is refused. */
export type Answers = Record<string, (input: Record<string, unknown>) => unknown>

/** Runs a command line against a program with these answers; an AppError is refused. */
export async function runCommand(line: string, answers: Answers, workspaces: (cwd: string) => unknown[] = () => []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sitecraft-cli-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const asked: [name: string, input: unknown][] = []
  const invoke = async (name: string, input: unknown): Promise<Result> => {
    asked.push([name, input])
    const data = name === 'workspaces.list' ? workspaces(dataDir) : answers[name]?.(input as Record<string, unknown>)
    return data instanceof AppError ? { ok: false, error: toWire(data) } : { ok: true, data, code: SUCCESS, msg: '' }
  }
  const control = await startControl({ dataDir, invoke, show: null, log: memoryLog() })
  onTestFinished(() => control.close())
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(line.split(' '), {
    cwd: dataDir,
    dataDir,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  })
  const inputOf = (name: string) => asked.find((each) => each[0] === name)?.[1]
  return { code, out, err, inputOf, json: () => JSON.parse(out.join('')) as Record<string, unknown> }
}
