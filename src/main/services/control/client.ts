import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ControlRecord, controlRecord } from './record.ts'
import { SHOW_WINDOW, type ShowMode, windowShown, type WindowShown } from './server.ts'

/** The program is not running. */
export class NotRunningError extends Error {}

/** Asks the program that uses a data folder to show a window. null: none is running, or it has no windows. */
export async function requestWindow(dataDir: string, mode: ShowMode): Promise<WindowShown | null> {
  const record = await controlRecord(dataDir).readAlive()
  if (!record || record.pid === process.pid) return null
  const result = await postControl(record, JSON.stringify({ name: SHOW_WINDOW, input: { mode } })).catch(() => null)
  if (!result?.ok) return null
  return windowShown.safeParse(result.data).data ?? { opened: true, address: '' }
}

/** ms. A program that accepts the connection but is too busy to respond counts as running. */
const RESPONSE_TIMEOUT_MS = 5000

/** The process that uses a data folder; null: none, or the process id now belongs to another program. */
export async function findRunningProcess(dataDir: string): Promise<number | null> {
  const record = await controlRecord(dataDir).readAlive()
  if (!record || record.pid === process.pid) return null
  const answered = postControl(record, JSON.stringify({ name: 'app.info', input: {} })).then(
    ({ ok }) => ok,
    () => false,
  )
  return (await Promise.race([answered, sleep(RESPONSE_TIMEOUT_MS, true, { ref: false })])) ? record.pid : null
}

/**
 * Sends a request to the running program, without a timeout: a first sync may take minutes. @throws NotRunningError,
 * AppError
 */
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
          reject(new AppError('bad-answer', '无法识别站匠的响应，可能版本不同，请重新启动站匠'))
        }
      })
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ECONNREFUSED' ? new NotRunningError() : new AppError('no-response', '站匠在响应之前已停止'),
      ),
    )
    asked.end(body)
  })
}
