import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makeAuthority } from '#tests/fakes/authority.ts'

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx'
const EXAMPLE = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'resources', 'server', 'nginx.conf')

/** Why the example can't be run here; null when it can. */
export const whyNoNginx = (): string | null => (existsSync(NGINX) ? null : `no nginx at ${NGINX}`)

export interface Proxy {
  /** The API's address outside, with its path. */
  url: string
  /** PEM of the authority that has issued its certificate. */
  root: string
  accessLog(): Promise<string>
  stop(): Promise<void>
}

/**
 * nginx with the example that the product brings, but for its name, ports and files.
 * @param upstream ports of the processes
 */
export async function startNginx(port: number, upstream: readonly [number, number]): Promise<Proxy> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-nginx-'))
  const at = (name: string): string => path.join(dir, name)
  const authority = makeAuthority()
  const { key, cert } = authority.server('IP:127.0.0.1')
  await mkdir(at('temp'))
  await writeFile(at('cms.key'), key, { mode: 0o600 })
  await writeFile(at('cms.pem'), cert)
  const example = (await readFile(EXAMPLE, 'utf8'))
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/etc/ssl/cms.example.com', at('cms'))
    .replaceAll('/var/log/nginx/', `${dir}/`)
    .replaceAll('cms.example.com', '127.0.0.1')
    .replace('127.0.0.1:8765', `127.0.0.1:${upstream[0]}`)
    .replace('127.0.0.1:8766', `127.0.0.1:${upstream[1]}`)
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at('temp')}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    at('nginx.conf'),
    `${user} daemon off; pid ${at('pid')}; error_log ${at('error.log')}; events {} http { ${temps.join(' ')}\n${example}}`,
  )
  const child = spawn(NGINX, ['-p', dir, '-c', at('nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(child, port)
  return {
    url: `https://127.0.0.1:${port}/cms/`,
    root: authority.root,
    accessLog: () => readFile(at('sitecraft.log'), 'utf8'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Rejects with what nginx said when it ends before. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<never>((_resolve, reject) =>
    child.once('exit', () => reject(new Error(`nginx ended: ${said}`))),
  )
  const tryIt = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  const up = async (): Promise<void> => {
    while (!(await tryIt())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.race([up(), ended])
}
