import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ControlRecord, controlRecord } from './record.ts'
import { SHOW_WINDOW, type ShowMode, windowShown, type WindowShown } from './server.ts'

/** Nobody answers: the program does not run. */
export class NotRunning extends Error {}

/** Asks the program that works on a data folder to show a window. null: none runs there, or it has no windows. */
export async function askForWindow(dataDir: string, mode: ShowMode): Promise<WindowShown | null> {
  const record = await controlRecord(dataDir).readAlive()
  if (!record || record.pid === process.pid) return null
  const result = await postControl(record, JSON.stringify({ name: SHOW_WINDOW, input: { mode } })).catch(() => null)
  if (!result?.ok) return null
  return windowShown.safeParse(result.data).data ?? { opened: true, address: '' }
}

/** ms; a program that takes the question and is too busy to answer runs as well. */
const ANSWER_WITHIN = 5000

/** The process that works on a data folder; null: none does, or what its record names is another program by now. */
export async function runningOn(dataDir: string): Promise<number | null> {
  const record = await controlRecord(dataDir).readAlive()
  if (!record || record.pid === process.pid) return null
  const answered = postControl(record, JSON.stringify({ name: 'app.info', input: {} })).then(
    ({ ok }) => ok,
    () => false,
  )
  return (await Promise.race([answered, sleep(ANSWER_WITHIN, true, { ref: false })])) ? record.pid : null
}

/** Asks the running program, without a limit of time: a first sync may take minutes. @throws NotRunning, AppError */
export function postControl({ port, secret }: ControlRecord, body: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as Result)
        } catch {
          reject(new AppError('bad-answer', '站匠的回答读不懂，可能版本不同，请重新启动站匠'))
        }
      })
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new NotRunning() : new AppError('no-response', '站匠在回答之前停止了')),
    )
    asked.end(body)
  })
}
