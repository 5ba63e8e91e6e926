import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accepts } from './listening.ts'
import type { WebServerKind } from '#shared/domain/webServers.ts'

/** A web server of this machine that runs with a configuration under test. */
export interface RunningWebServer {
  ask(path: string, headers?: Record<string, string>): Promise<WebAnswer>
  stop(): Promise<void>
}

export interface WebAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  text: string
}

/** The program, its arguments, and what stands around the text of the configuration. */
type Launch = (folder: string, port: number) => { command: string; args: string[]; wrap: (text: string) => string }

const APACHE_MODULES = [
  'mpm_event',
  'authz_core',
  'mime',
  'dir',
  'alias',
  'rewrite',
  'headers',
  'filter',
  'deflate',
  'brotli',
  'autoindex',
  'setenvif',
]

const LAUNCH: Record<Exclude<WebServerKind, 'iis'>, Launch> = {
  nginx: (folder) => ({
    command: '/usr/sbin/nginx',
    args: ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'config')],
    wrap: (text) =>
      [
        'daemon off;',
        'master_process off;',
        `pid ${folder}/pid;`,
        'events {}',
        'http {',
        'include /etc/nginx/mime.types;',
        'default_type application/octet-stream;',
        'access_log off;',
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`),
        text,
        '}',
      ].join('\n'),
  }),
  caddy: (folder) => ({
    command: '/usr/bin/caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')],
    wrap: (text) => ['{', 'admin off', 'auto_https off', '}', text].join('\n'),
  }),
  apache: (folder, port) => ({
    command: '/usr/sbin/apache2',
    args: ['-D', 'FOREGROUND', '-f', join(folder, 'config')],
    wrap: (text) =>
      [
        `ServerRoot "${folder}"`,
        `PidFile "${folder}/pid"`,
        `ErrorLog "${folder}/error.log"`,
        `DefaultRuntimeDir "${folder}"`,
        `Listen 127.0.0.1:${port}`,
        'ServerName test',
        'User www-data',
        'Group www-data',
        ...APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        'TypesConfig /etc/mime.types',
        '<Directory />',
        'AllowOverride None',
        'Require all denied',
        '</Directory>',
        text,
      ].join('\n'),
  }),
}

/** Starts a web server. @param port where the configuration listens */
export async function startWebServer(
  kind: Exclude<WebServerKind, 'iis'>,
  text: string,
  port: number,
): Promise<RunningWebServer> {
  const folder = await mkdtemp(join(tmpdir(), `sitecraft-${kind}-`))
  const { command, args, wrap } = LAUNCH[kind](folder, port)
  await writeFile(join(folder, 'config'), wrap(text))
  await mkdir(join(folder, 'home'))
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: join(folder, 'home') },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  const stop = async (): Promise<void> => {
    await endChild(child)
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries > 200 || child.exitCode !== null) {
      await stop()
      throw new Error(`${kind} did not start: ${said}`)
    }
    await delay(50)
  }
  return { stop, ask: (path, headers = {}) => askPort(port, path, headers) }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Asks a server of this machine over HTTP. */
export function askPort(port: number, path: string, headers: Record<string, string>): Promise<WebAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString('utf8') })
      })
    })
    sent.on('error', reject).end()
  })
}
