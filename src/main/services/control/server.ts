import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Result } from '#shared/contract/bridge.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import type { Logger } from '../types.ts'
import { controlRecord } from './record.ts'

/** All operations that the command line may call. */
const CONTROL_OPERATIONS = [
  'app.info',
  'workspaces.list',
  'workspaces.detail',
  'workspaces.transfer',
  'livePreview.start',
  'livePreview.check',
  'templateDraft.find',
  'templateDraft.changes',
  'templateDraft.publish',
  'template.list',
  'site.page',
  'column.getTree',
  'statics.buildHTML',
  'statics.state',
  'publishTarget.page',
  'publishTarget.deploy',
  'publishTarget.deployments',
  'job.findById',
] as const
export type ControlOperation = (typeof CONTROL_OPERATIONS)[number]
/** Sent by a later start on the same data folder to ask the running program for a window. */
export const SHOW_WINDOW = 'window.show'
/** How a start wants to open the page; `set`: by the settings. */
const showMode = z.enum(['set', 'app', 'tab'])
export type ShowMode = z.output<typeof showMode>
/** Earlier versions send no mode. */
const showInput = z.object({ mode: showMode.default('set') })
/** The outcome. Earlier versions send none. */
export const windowShown = z.object({
  opened: z.boolean(),
  /** A one-time address of the page if no window could be opened; otherwise ''. */
  address: z.string(),
})
export type WindowShown = z.output<typeof windowShown>
export type ShowWindow = (mode: ShowMode) => Promise<WindowShown>

const MAX_BYTES = 256 * 1024
const request = z.object({ name: z.enum([...CONTROL_OPERATIONS, SHOW_WINDOW]), input: z.unknown() })

interface ControlDeps {
  dataDir: string
  invoke: (name: string, input: unknown) => Promise<Result>
  /** Opens a window; null: this program can't. */
  show: ShowWindow | null
  log: Logger
}

/**
 * Serves the command line on 127.0.0.1. Only those who can read the data folder have the secret of this run. Requests
 * from browser pages are rejected.
 */
export async function startControl({ dataDir, invoke, show, log }: ControlDeps): Promise<{ close(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer((asked, answer) => {
    respond(asked, secret, { invoke, show })
      .then(({ status, body }) => send(answer, status, body))
      .catch((error: unknown) => {
        log.warn('control request failed', { error })
        send(answer, 400, { ok: false, error: toWire(new AppError('invalid', '请求不完整')) })
      })
  })
  // A sync may take long; the client closes the connection when nobody waits for it any more.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const record = controlRecord(dataDir)
  await record.write({ port, pid: process.pid, secret })
  return {
    async close() {
      await record.remove((found) => found.secret === secret)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function respond(
  asked: IncomingMessage,
  secret: string,
  { invoke, show }: Pick<ControlDeps, 'invoke' | 'show'>,
): Promise<{ status: number; body: Result }> {
  const { headers, method, socket } = asked
  const isPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  const isHere = headers.host === `127.0.0.1:${socket.localPort}`
  if (isPage || !isHere || method !== 'POST' || !isSameText(headers.authorization ?? '', `Bearer ${secret}`))
    return { status: 403, body: { ok: false, error: toWire(new AppError('forbidden', '没有权限')) } }
  const { name, input } = request.parse(JSON.parse(await textOf(asked)))
  if (name !== SHOW_WINDOW) return { status: 200, body: await invoke(name, input) }
  if (!show) throw new AppError('unsupported', '该程序无法打开窗口')
  const data = await show(showInput.parse(input).mode)
  return { status: 200, body: { ok: true, data, code: SUCCESS, msg: '' } }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

async function textOf(asked: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of asked as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BYTES) throw new AppError('too-large', '请求太大')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(answer: ServerResponse, status: number, body: Result): void {
  answer.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  answer.end(JSON.stringify(body))
}
