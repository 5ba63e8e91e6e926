import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as browserType } from '@playwright/test'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { Upload } from 'tus-js-client'
import { chromium } from '#tests/e2e/chromium.ts'
import type { Site } from './site.ts'

/** Another upload client. */
export interface Peer {
  name: string
  send(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)
const MB = 1024 * 1024

/** One multipart body per file, to our server. */
export function curl({ baseUrl, token }: Site): Peer {
  return {
    name: 'curl, one multipart body',
    async send(paths) {
      for (const path of paths) {
        const args = ['-sS', '-H', `authorization: ${token}`, '-F', 'dir=file', '-F', `file=@${path}`]
        const { stdout } = await run('curl', [...args, `${baseUrl}api/upload/file`])
        if ((JSON.parse(stdout) as { code: number }).code !== 200) throw new Error(stdout)
      }
    },
    close: async () => undefined,
  }
}

/** The used part of a client without types. */
interface SimpleUploader {
  on(event: 'complete' | 'fileError', listener: (root: unknown, file: unknown, message: string) => void): void
  assignBrowse(input: Element): void
  addFiles(files: FileList): void
  upload(): void
}
/** The documents' client, unmodified, in Chromium, with our server. */
export async function simpleUploader({ baseUrl, token }: Site, chunkSize = 8 * MB): Promise<Peer> {
  const browser = await browserType.launch(chromium)
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(`${baseUrl}api/sitecraft/health`)
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('simple-uploader.js/dist/uploader.js') })
  await page.setContent('<input type=file multiple>')
  return {
    name: `simple-uploader.js in Chromium, ${chunkSize / MB} MB chunks`,
    async send(paths) {
      await page.setInputFiles('input', [...paths])
      await page.evaluate(
        ({ token, chunkSize }) =>
          new Promise<void>((resolve, reject) => {
            const client = new (window as unknown as { Uploader: new (options: object) => SimpleUploader }).Uploader({
              target: '/api/upload/file',
              query: { dir: 'file' },
              headers: { authorization: token },
              chunkSize,
              testChunks: false,
              allowDuplicateUploads: true,
            })
            client.on('complete', () => resolve())
            client.on('fileError', (_root, _file, message) => reject(new Error(message)))
            const { files } = document.querySelector('input') ?? {}
            if (files) client.addFiles(files)
            client.upload()
          }),
        { token, chunkSize },
      )
    },
    close: () => browser.close(),
  }
}

/** tus in Node, with its own server in this process and files on the same disk. */
export async function tus({ folder }: Site): Promise<Peer> {
  const directory = join(folder, 'tus')
  const tusServer = new Server({ path: '/files', datastore: new FileStore({ directory }) })
  const server = createServer((request, response) => void tusServer.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files`
  return {
    name: 'tus-js-client to @tus/server',
    async send(paths) {
      for (const path of paths) {
        const { size: uploadSize } = await stat(path)
        await new Promise<void>((resolve, reject) => {
          const upload = new Upload(createReadStream(path), {
            endpoint,
            uploadSize,
            chunkSize: 16 * MB,
            onSuccess: () => resolve(),
            onError: reject,
          })
          upload.start()
        })
      }
      await rm(directory, { recursive: true, force: true })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Resident memory of a process, MB. */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}
