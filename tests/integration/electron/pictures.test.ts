import { fork } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { STOP } from '#shared/contract/serverProcess.ts'
import { upload } from '#tests/builders/upload.ts'
import { TestClient } from '../server/harness/client.ts'
import { runServer, ServerProcess } from '../server/harness/process.ts'
import { type BuiltApp, buildApp } from './buildApp.ts'

// Electron's program on Linux has the system's GLib in its global scope, as a process has that preloads it.

const UTILITY = fileURLToPath(new URL('../../fakes/electron/utilityChild.ts', import.meta.url))
const GLIB = { LD_PRELOAD: 'libgobject-2.0.so.0' }
const CRITICAL = /GLib(-GObject)?-CRITICAL/
/** What may be left of 40 pictures; the native build leaves some 1,400. */
const ROOM_MB = 100

interface Running {
  admin: TestClient
  pid: number
  stderr(): string
  /** Ends it as the program does. @returns its exit code */
  stop(): Promise<number | null>
}

let app: BuiltApp
beforeAll(async () => {
  app = await buildApp(['main'])
  return () => app.remove()
}, 120_000)

async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-pictures-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

async function signIn(url: string, dataDir: string): Promise<TestClient> {
  const token = (await runServer(['token', '--data', dataDir])).stdout.trim()
  return new TestClient(url, (await new TestClient(url).ok('account.autoLogin', { token })).token)
}

/** The built server in a utility process (stand-in for Electron). */
async function startUtility(): Promise<Running> {
  const dataDir = await dataFolder()
  const child = fork(join(app.path, 'out/main/server.js'), ['--port', '0', '--data', dataDir], {
    env: { ...process.env, ...GLIB },
    execArgv: ['--import', UTILITY],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const listening = new Promise<string>((resolve) =>
    child.on('message', (message: { line?: string }) => {
      const url = /^listening on (http:\S+)$/.exec(message.line ?? '')?.[1]
      if (url) resolve(url)
    }),
  )
  const ended = exited.then(() => Promise.reject(new Error(`the server ended: ${stderr}`)))
  const admin = await signIn(await Promise.race([listening, ended]), dataDir)
  // Its end is awaited elsewhere.
  ended.catch(() => undefined)
  return {
    admin,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    async stop() {
      const left = new Promise<number>((resolve) =>
        child.on('message', (message: { ended?: number }) => {
          if (message.ended !== undefined) resolve(message.ended)
        }),
      )
      child.send(STOP)
      return left
    },
  }
}

/** A photograph of 12 megapixels, taken upright; progressive ones are unpacked as a whole. */
async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const coarse = await sharp({ create: { width: 250, height: 188, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer()
  return sharp(coarse)
    .resize(4000, 3000, { fit: 'fill', kernel: 'cubic' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90, progressive: true })
    .toBuffer()
}

/** Uploads it and answers its small picture. @param number makes the file another one */
async function thumbOf(admin: TestClient, content: Buffer, name: string, number = 0): Promise<Buffer> {
  const file = Buffer.concat([content, Buffer.from(`${number}`)])
  const { data } = await upload(admin, { kind: 'image', name, content: file })
  const response = await admin.fetch(data.accessPath.replace('/files/', '/thumbs/'))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  return Buffer.from(await response.arrayBuffer())
}

/** What the native build makes of it. */
const nativeThumb = (content: Buffer): Promise<Buffer> =>
  sharp(content)
    .autoOrient()
    .resize({ width: 480, height: 480, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()

/** Mean difference of two pictures of one size, of 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each).ensureAlpha().raw().toBuffer()))
  expect(a?.length).toBe(b?.length)
  return (a ?? Buffer.alloc(0)).reduce((sum, value, at) => sum + Math.abs(value - (b?.[at] ?? 0)), 0) / (a?.length ?? 1)
}

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

describe.skipIf(process.platform !== 'linux')('pictures beside the system’s GLib', () => {
  it('are made small right, without a critical of GLib and in bounded memory', { timeout: 240_000 }, async () => {
    const server = await startUtility()
    const content = await photograph()
    const expected = await nativeThumb(content)
    let early = 0
    for (let number = 0; number < 60; number += 2) {
      if (number === 20) early = await memoryMb(server.pid)
      const thumbs = await Promise.all([0, 1].map((at) => thumbOf(server.admin, content, 'a.jpg', number + at)))
      if (number === 0) {
        expect(await sharp(thumbs[0]).metadata()).toMatchObject({ format: 'webp', width: 360, height: 480 })
        expect(await difference(thumbs[0] ?? content, expected)).toBeLessThan(2)
      }
      for (const thumb of thumbs) expect(thumb.equals(thumbs[0] ?? content)).toBe(true)
    }
    expect((await memoryMb(server.pid)) - early).toBeLessThan(ROOM_MB)
    expect(server.stderr()).not.toMatch(CRITICAL)
    expect(await server.stop()).toBe(0)
  })

  it('are read in each form that uploads have, and the captcha is drawn', { timeout: 60_000 }, async () => {
    const server = await startUtility()
    const drawing = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="500" height="400" fill="#0a8"/></svg>',
    )
    for (const format of ['png', 'gif', 'jpeg'] as const) {
      const content = await sharp(drawing).flatten({ background: '#fff' }).toFormat(format).toBuffer()
      const thumb = await thumbOf(server.admin, content, `a.${format}`)
      expect(await difference(thumb, await nativeThumb(content))).toBeLessThan(2)
    }
    const { base64Image } = await server.admin.ok('account.captcha', { width: 150, height: 30, length: 4 })
    const captcha = Buffer.from(base64Image.replace(/^data:image\/png;base64,/, ''), 'base64')
    expect(await sharp(captcha).metadata()).toMatchObject({ format: 'png', width: 150, height: 30 })
    const { channels } = await sharp(captcha).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
    expect(server.stderr()).not.toMatch(CRITICAL)
  })

  it('would trouble the native build there, as plain Node shows with the system’s GLib', async () => {
    const dataDir = await dataFolder()
    const server = new ServerProcess(['--port', '0', '--data', dataDir], GLIB)
    onTestFinished(async () => void (await server.kill('SIGKILL')))
    const admin = await signIn((await server.listening()).url, dataDir)
    await thumbOf(admin, await photograph(), 'a.jpg')
    expect(server.stderr).toMatch(CRITICAL)
  }, 60_000)
})
