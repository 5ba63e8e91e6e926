import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { changeFiles } from './files.ts'
import { stopProcess } from './processes.ts'

const run = promisify(execFile)
const BIG = { maxBuffer: 64 * 1024 * 1024 }

/** Seconds of a program for each job. */
export interface Times {
  push: number
  clone: number
  nothing: number
  changed: number
}

/** Another program that syncs two folders; a text is the reason why it cannot be measured. */
export interface Peer {
  name: string
  measure(source: string, files: number, scratch: string): Promise<Times | string>
}

export async function seconds(job: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await job()
  return (performance.now() - began) / 1000
}

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) => item.isFile()).length

function assertFileCount(folder: string, files: number): void {
  const found = filesIn(folder)
  if (found !== files) throw new Error(`${folder} has ${found} files, not ${files}`)
}

/** Runs the four jobs; `first` syncs two folders for the first time, `sync` again. */
async function jobs(
  { source, files, scratch }: { source: string; files: number; scratch: string },
  commands: {
    first: (local: string, remote: string) => Promise<unknown>
    sync: (local: string, remote: string) => Promise<unknown>
  },
): Promise<Times> {
  const [local, remote, second] = ['local', 'remote', 'second'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ]
  cpSync(source, local, { recursive: true, preserveTimestamps: true })
  for (const folder of [remote, second]) mkdirSync(folder)
  const push = await seconds(() => commands.first(local, remote))
  assertFileCount(remote, files)
  const clone = await seconds(() => commands.first(second, remote))
  assertFileCount(second, files)
  await commands.sync(local, remote)
  const nothing = await seconds(() => commands.sync(local, remote))
  changeFiles(local, files, 100)
  const changed = await seconds(() => commands.sync(local, remote))
  return { push, clone, nothing, changed }
}

const isInstalled = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  )

/** Two-way sync over SFTP on this machine. */
export const rclone: Peer = {
  name: 'rclone bisync over sftp',
  async measure(source, files, scratch) {
    if (!(await isInstalled('rclone', ['version']))) return 'rclone is not installed'
    const [port, user, password] = [String(20_000 + (process.pid % 20_000)), 'bench', 'bench']
    const quiet = {
      ...process.env,
      RCLONE_CONFIG: join(scratch, 'rclone.conf'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
    }
    const serve = spawn(
      'rclone',
      ['serve', 'sftp', scratch, '--addr', `127.0.0.1:${port}`, '--user', user, '--pass', password],
      { env: quiet, stdio: 'ignore' },
    )
    try {
      await waitForPort(Number(port))
      const { stdout: hidden } = await run('rclone', ['obscure', password])
      const sftp = ['--sftp-host', '127.0.0.1', '--sftp-port', port, '--sftp-user', user, '--sftp-pass', hidden.trim()]
      const bisync = (more: readonly string[]) => (local: string, remote: string) =>
        run('rclone', ['bisync', local, `:sftp:${remote.slice(scratch.length + 1)}`, ...sftp, ...more], {
          ...BIG,
          env: quiet,
        })
      return await jobs({ source, files, scratch }, { first: bisync(['--resync']), sync: bisync([]) })
    } finally {
      await stopProcess(serve)
    }
  },
}

/** Two-way sync between two folders of this disk, without a network. */
export const unison: Peer = {
  name: 'unison, local',
  async measure(source, files, scratch) {
    if (!(await isInstalled('unison', ['-version']))) return 'unison is not installed'
    const env = { ...process.env, UNISON: join(scratch, 'unison') }
    const sync = (local: string, remote: string) =>
      run('unison', ['-ui', 'text', '-batch', '-auto', '-silent', local, remote], { ...BIG, env })
    return jobs({ source, files, scratch }, { first: sync, sync })
  },
}

async function waitForPort(port: number): Promise<void> {
  for (let attempts = 100; attempts > 0; attempts--) {
    const open = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await sleep(50)
  }
  throw new Error('rclone does not listen')
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
