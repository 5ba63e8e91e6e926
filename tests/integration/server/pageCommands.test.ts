import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { type Ran, runServer, ServerProcess } from './harness/process.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const PAGES = ['docs/operations.md', 'docs/deployment.md', 'README.md', 'README.zh-CN.md']

/** What the pages call so is put in when a command is run. */
type Words = Record<string, string>

interface Found {
  page: string
  /** Without the program before it, without its comment, each blank once. */
  command: string
}

const PROGRAMS = [
  { program: 'server', named: /^(?:npm run server(?: --(?= |$))?|node out\/main\/server\.js)/ },
  // The self-test is run in packedProgram.test.ts.
  { program: 'cli', named: /^(?:npm run cli(?: --(?= |$))?|sitecraft(?= (?!--self-test)))/ },
] as const

/** What stands in backticks, and the lines of blocks. */
function codeOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n'))
  const rest = markdown.replaceAll(/^```\w*\n[\s\S]*?^```/gm, '')
  return [...blocks, ...[...rest.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)]
}

async function commandsOf(program: (typeof PROGRAMS)[number]['program']): Promise<Found[]> {
  const { named } = PROGRAMS.find((each) => each.program === program) ?? PROGRAMS[0]
  const found: Found[] = []
  for (const page of PAGES)
    for (const code of codeOf(await readFile(path.join(ROOT, page), 'utf8'))) {
      const text = code
        .replace(/\s+#.*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      if (named.test(text)) found.push({ page, command: text.replace(named, '').trim() })
    }
  return found
}

/** Every `npm run NAME` of the pages. */
async function scriptsOf(): Promise<string[]> {
  const texts = await Promise.all(PAGES.map((page) => readFile(path.join(ROOT, page), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name))
}

const argsOf = (command: string, words: Words = {}): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain = '']) => quoted ?? plain.replaceAll(/[[\]]/g, ''))
    .map((arg) => words[arg] ?? arg)

describe('the commands on the pages', () => {
  let home: string
  let data: string
  let env: Record<string, string>
  const at = (name: string): string => path.join(home, name)

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-pages-'))
    data = at('data')
    env = { SITECRAFT_ADMIN_PASSWORD: 'admin123456', XDG_DATA_HOME: at('xdg') }
    const server = new ServerProcess(['--port', '0', '--data', data], env)
    await server.listening()
    expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
  }, 60_000)
  afterAll(() => rm(home, { recursive: true, force: true }))

  const run = (command: string, words: Words = {}, more: Record<string, string> = {}): Promise<Ran> =>
    runServer(argsOf(command, { DIR: at('dir'), DATA: data, NAME: 'admin', NEW: at('new'), ...words }), {
      ...env,
      ...more,
    })
  const runsWell = async (command: string, words: Words = {}, more: Record<string, string> = {}): Promise<Ran> => {
    const ran = await run(command, words, more)
    expect({ command, ...ran }).toMatchObject({ code: 0 })
    return ran
  }
  /** With the data folder where the page leaves it out. */
  const onData = (command: string) => runsWell(command, { DIR: data }, { SITECRAFT_DATA: data })
  const serves = async (command: string, words: Words = {}): Promise<void> => {
    const args = argsOf(command, { DIR: at('backup'), N: '0', '8766': '0', ...words })
    const server = new ServerProcess([...args, ...(args.includes('--port') ? [] : ['--port', '0'])], {
      ...env,
      SITECRAFT_DATA: data,
    })
    await new Promise<void>((resolve, reject) => {
      if (server.child.stdout)
        createInterface(server.child.stdout).on('line', (line) => /http:\/\//.test(line) && resolve())
      void server.exited.then((ran) => reject(new Error(`${command} ended: ${JSON.stringify(ran)}`)))
    })
    expect(await server.kill('SIGTERM')).toMatchObject({ code: 0 })
  }

  let isBackedUp: Promise<Ran> | undefined
  const backUp = () => (isBackedUp ??= runsWell('backup DIR --data DATA', { DIR: at('backup') }))

  /** Each form of a command as the pages write it, and what it does. A page with another one fails the first test. */
  const KNOWN: Record<string, () => Promise<unknown>> = {
    '': () => serves(''),
    '--help': async () => expect((await runsWell('--help')).stdout).toMatch(/^用法：server/),
    'rotate-key --data DIR': () => onData('rotate-key --data DIR'),
    'second-factor-off --data DIR [--user NAME]': () => onData('second-factor-off --data DIR [--user NAME]'),
    'verify-log --data DIR': () => onData('verify-log --data DIR'),
    'check --data DIR': () => onData('check --data DIR'),
    check: () => onData('check'),
    'token --data DIR [--user NAME]': async () =>
      expect((await onData('token --data DIR [--user NAME]')).stdout.trim()).not.toBe(''),
    'backup DIR --data DATA': backUp,
    'backup DIR': () => runsWell('backup DIR', { DIR: at('backup-built') }, { SITECRAFT_DATA: data }),
    'look DIR --port N': async () => {
      await backUp()
      await serves('look DIR --port N')
    },
    'updates DIR --port 8766': async () => {
      await mkdir(at('updates'), { recursive: true })
      await serves('updates DIR --port 8766', { DIR: at('updates') })
    },
    'move --data DATA --to-data NEW': async () => {
      const first = await runsWell('move --data DATA --to-data NEW')
      expect(first.stdout).toContain('已搬完并核对')
      expect((await runsWell('move --data DATA --to-data NEW')).stdout).toContain('没有再做任何事')
      await runsWell('check --data DIR', { DIR: at('new') })
    },
  }
  const RESTORE = 'restore DIR --data DATA'
  /** Run below, with what they need. */
  const WITH_BUCKET = [
    'move',
    'move --data DATA --to-database postgres://user:password@host/empty --to-s3 https://s3.example.com/bucket',
    'move --data DATA --to-database embedded --to-data NEW',
    'move --data DATA --to-s3 https://s3.example.com/bucket',
    'sweep',
    'take-store',
  ]
  const CLI = ['status --json', 'push 作品集 --only "css/**"', 'sync --all --dry-run']

  it('are all known here', async () => {
    const known = [...Object.keys(KNOWN), RESTORE, ...WITH_BUCKET]
    expect((await commandsOf('server')).filter(({ command }) => !known.includes(command))).toEqual([])
    expect((await commandsOf('cli')).filter(({ command }) => !CLI.includes(command))).toEqual([])
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
    expect((await scriptsOf()).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const written = new Set((await commandsOf('server')).map(({ command }) => command))
    expect(known.filter((command) => !written.has(command))).toEqual([])
  })

  for (const [command, perform] of Object.entries(KNOWN))
    it(`server ${command}`, { timeout: 60_000 }, async () => {
      await perform()
      expect.hasAssertions()
    })

  it(
    `server ${RESTORE}, into a folder that is not there yet, and the server starts on it`,
    { timeout: 60_000 },
    async () => {
      await backUp()
      const restored = at('restored')
      await runsWell(RESTORE, { DIR: at('backup'), DATA: restored })
      await runsWell('check --data DIR', { DIR: restored })
      const server = new ServerProcess(['--port', '0', '--data', restored], env)
      await server.listening()
      expect(await server.kill('SIGTERM')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('首次运行') })
    },
  )

  it.each(CLI)('sitecraft %s, without the program: says so', async (command) => {
    const child = spawn(process.execPath, [ENTRIES.cli, ...argsOf(command), '--data', at('nobody')], {
      stdio: 'ignore',
    })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(3)
  })

  describe.skipIf(whyNoPostgres())('with PostgreSQL and a bucket', { timeout: 120_000 }, () => {
    let cluster: Cluster
    let s3: S3Server
    beforeAll(async () => {
      ;[cluster, s3] = await Promise.all([useCluster(), startS3()])
    })
    afterAll(async () => {
      await s3.close()
      await cluster.stop()
    })

    let moved: Record<string, string> | undefined
    it('move there and back, the bucket alone, sweep and take-store', async () => {
      const { endpoint, accessKeyId, secretAccessKey, prefix } = s3.options
      const keys = {
        SITECRAFT_S3_ACCESS_KEY: accessKeyId,
        SITECRAFT_S3_SECRET_KEY: secretAccessKey,
        SITECRAFT_S3_PREFIX: prefix,
      }
      const [, there = '', back = '', bucketAlone = '', sweep = '', takeStore = ''] = WITH_BUCKET
      const databaseUrl = await cluster.createDatabase()
      const words = { 'postgres://user:password@host/empty': databaseUrl, 'https://s3.example.com/bucket': endpoint }
      expect((await runsWell(there, words, keys)).stdout).toContain('已搬完并核对')
      expect((await runsWell(there, words, keys)).stdout).toContain('没有再做任何事')
      const now = { ...keys, DATABASE_URL: databaseUrl, SITECRAFT_S3_URL: endpoint, SITECRAFT_DATA: data }
      await runsWell(takeStore, {}, now)
      await runsWell(sweep, {}, now)
      moved = now
      expect((await runsWell(back, { ...words, NEW: at('home') }, now)).stdout).toContain('已搬完并核对')
      const plain = await cluster.createDatabase()
      await runsWell('move --data DATA --to-database URL --to-data NEW', { URL: plain, NEW: at('plain') })
      const disk = { ...words, DATA: at('plain') }
      const more = { ...keys, DATABASE_URL: plain, SITECRAFT_TO_S3_PREFIX: 'alone/' }
      expect((await runsWell(bucketAlone, disk, more)).stdout).toContain('已搬完并核对')
    })

    it('check finds nothing after a move', async () => {
      expect((await runsWell('check', {}, moved)).stdout).toContain('都没有问题')
    })
  })
})
