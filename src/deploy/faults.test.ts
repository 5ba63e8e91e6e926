import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startSshServer, type SshServer } from '#tests/fakes/sshServer.ts'
import { deploy, type DeployPorts } from './deploy.ts'
import { openFolderTarget } from './folder.ts'
import { guarded } from './guard.ts'
import { planDeploy, type ReleaseFile } from './plan.ts'
import { openSftpTarget } from './sftp.ts'
import type { OpenTarget, TargetConnection } from './target.ts'

let server: SshServer
beforeAll(async () => {
  server = await startSshServer()
})
afterAll(() => server.stop())

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-faults-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A site in two versions. Each page names the parts that it needs. */
type Site = Record<string, string>
const OLD: Site = {
  'css/a.css': 'old a',
  'js/old.js': 'old script',
  'index.html': 'old needs css/a.css js/old.js news/1.html',
  'news/1.html': 'old needs css/a.css js/old.js',
  'gone.html': 'old needs js/old.js',
  'sitemap.xml': 'old needs index.html news/1.html gone.html',
}
const NEW: Site = {
  'css/a.css': 'new a',
  'js/new.js': 'new script',
  'index.html': 'new needs css/a.css js/new.js news/1.html news/2.html',
  'news/1.html': 'new needs css/a.css js/new.js',
  'news/2.html': 'new needs css/a.css js/new.js',
  'sitemap.xml': 'new needs index.html news/1.html news/2.html',
}
const releaseOf = (site: Site): ReleaseFile[] =>
  Object.entries(site).map(([path, text]) => ({ path, digest: text, sizeBytes: Buffer.byteLength(text) }))

/** What is known of a target: digests, '' for what was begun and never confirmed. */
type Known = Map<string, { digest: string }>

async function deliver(site: Site, known: Known, open: OpenTarget, other: Partial<DeployPorts> = {}): Promise<void> {
  await deploy(planDeploy(releaseOf(site), known), {
    open,
    read: async ({ path }) => Readable.from([Buffer.from(site[path] ?? '')]),
    onBegin: async (paths) => paths.forEach((path) => known.set(path, { digest: '' })),
    onWritten: async (files) => files.forEach(({ path, digest }) => known.set(path, { digest })),
    onRemoved: async (paths) => paths.forEach((path) => known.delete(path)),
    onProgress: async () => undefined,
    signal: new AbortController().signal,
    restMs: [0, 0],
    ...other,
  })
}

async function readSite(folder: string): Promise<Site> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  )
  return Object.fromEntries(texts.filter(([path]) => !path.startsWith('.sitecraft/')))
}

/** Every page is the old or the new one, and what it needs is there. A part may be newer than its page. */
function expectWhole(site: Site): void {
  for (const [path, text] of Object.entries(site)) {
    expect([OLD[path], NEW[path]], path).toContain(text)
    const needs = /needs (.*)$/.exec(text)?.[1]?.split(' ') ?? []
    for (const need of needs) if (!need.endsWith('.html')) expect(Object.keys(site), `${path} needs`).toContain(need)
  }
}

/** Breaks at the n-th step that changes the target: before it, or after it without an answer. */
class Breaking {
  steps = 0
  readonly #at: number
  readonly #isAfter: boolean
  readonly #code: string

  constructor(at: number, isAfter: boolean, code: string) {
    this.#at = at
    this.#isAfter = isAfter
    this.#code = code
  }

  open(inner: OpenTarget): OpenTarget {
    return async (signal) => {
      const target = await inner(signal)
      return {
        parallel: 1,
        write: (...given) => this.#step(() => target.write(...given)),
        remove: (path) => this.#step(() => target.remove(path)),
        read: (path) => target.read(path),
        list: () => target.list(),
        close: () => target.close(),
      } satisfies TargetConnection
    }
  }

  async #step(work: () => Promise<void>): Promise<void> {
    this.steps += 1
    const isBroken = this.steps === this.#at
    if (isBroken && !this.#isAfter) throw this.#error()
    await work()
    if (isBroken) throw this.#error()
  }

  #error(): Error {
    return Object.assign(new Error(`broke (${this.#code})`), { code: this.#code })
  }
}

/** Deployments over one connection, which is closed after the test. */
async function shareConnection(open: OpenTarget): Promise<OpenTarget> {
  const target = await open(new AbortController().signal)
  onTestFinished(() => target.close())
  return async () => ({
    parallel: target.parallel,
    write: (...given) => target.write(...given),
    remove: (path) => target.remove(path),
    read: (path) => target.read(path),
    list: () => target.list(),
    close: async () => undefined,
  })
}

describe.each([
  [
    'a folder',
    (folder: string): OpenTarget =>
      () =>
        openFolderTarget(folder),
  ],
  [
    'a server over SFTP',
    (folder: string): OpenTarget =>
      (signal) =>
        openSftpTarget({ ...server.account, folder }, signal),
  ],
])('a deployment to %s', (name, openAt) => {
  it('that ends at any step leaves whole pages, and the next one heals all, also back to the old site', async () => {
    const isFast = name === 'a folder'
    const folder = await makeFolder()
    const open = await shareConnection(openAt(folder))
    const known: Known = new Map()
    await deliver(OLD, known, open)
    const count = new Breaking(0, false, '')
    await deliver(NEW, known, count.open(open))
    expect(count.steps).toBe(8)
    await deliver(OLD, known, open)
    for (let at = 1; at <= count.steps; at++)
      for (const isAfter of [false, true])
        for (const next of isFast ? [NEW, OLD] : [at % 2 === 0 ? NEW : OLD]) {
          const broken = new Breaking(at, isAfter, 'EIO').open(open)
          await expect(deliver(NEW, known, broken)).rejects.toThrow('broke')
          expectWhole(await readSite(folder))
          await deliver(next, known, open)
          expect(await readSite(folder)).toEqual(next)
          await deliver(OLD, known, open)
        }
  })
  it('goes on with a new connection when one is lost at any step', async () => {
    const folder = await makeFolder()
    const open = openAt(folder)
    const known: Known = new Map()
    for (let at = 1; at <= 8; at++) {
      await deliver(OLD, known, open)
      const breaking = new Breaking(at, true, 'ECONNRESET')
      await deliver(NEW, known, breaking.open(open))
      expect(breaking.steps).toBe(9)
      expect(await readSite(folder)).toEqual(NEW)
    }
  })
  it('that is cancelled at any step writes nothing afterwards', async () => {
    const folder = await makeFolder()
    const known: Known = new Map()
    await deliver(OLD, known, openAt(folder))
    for (let at = 1; at <= 6; at++) {
      const abort = new AbortController()
      let begun = 0
      const site = deliver(NEW, known, guarded(openAt(folder)), {
        signal: abort.signal,
        read: async ({ path }) => {
          begun += 1
          if (begun === at) abort.abort(new Error('cancelled'))
          return Readable.from([Buffer.from(NEW[path] ?? '')])
        },
      })
      await expect(site).rejects.toThrow('cancelled')
      const left = await readSite(folder)
      expectWhole(left)
      await deliver(OLD, known, openAt(folder))
      expect(await readSite(folder)).toEqual(OLD)
    }
  })
  it('removes what interrupted ones left on their way, and reads through no link', async () => {
    const folder = await makeFolder()
    const outside = await makeFolder()
    await mkdir(join(folder, '.sitecraft'))
    await writeFile(join(folder, '.sitecraft', '0123456789abcdef.part'), 'half')
    await writeFile(join(folder, '.sitecraft', 'release.json'), 'kept')
    await writeFile(join(outside, 'secret'), 'secret')
    await symlink(join(outside, 'secret'), join(folder, '.sitecraft', 'linked.json'))
    await symlink(outside, join(folder, 'news'))
    const target = await openAt(folder)(new AbortController().signal)
    onTestFinished(() => target.close())
    await target.removeLeftovers?.()
    expect((await readdir(join(folder, '.sitecraft'))).sort()).toEqual(['linked.json', 'release.json'])
    await expect(target.read('.sitecraft/linked.json')).rejects.toThrow('是链接')
    await expect(target.read('news/secret')).rejects.toThrow('是链接')
    await rm(join(folder, '.sitecraft'), { recursive: true })
    await symlink(outside, join(folder, '.sitecraft'))
    await expect(target.removeLeftovers?.()).rejects.toThrow('是链接')
    expect(await readdir(outside)).toEqual(['secret'])
  })
  it('leaves a folder that others put in the place of a file', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'gone.html'))
    await writeFile(join(folder, 'gone.html', 'theirs.txt'), 'kept')
    const known: Known = new Map([['gone.html', { digest: 'x' }]])
    await deliver({ 'index.html': 'home' }, known, openAt(folder))
    expect(await readFile(join(folder, 'gone.html', 'theirs.txt'), 'utf8')).toBe('kept')
  })
  it('says that the target is full or read-only, and leaves the old files', async (context) => {
    const folder = await makeFolder()
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      return context.skip('file systems can be mounted by the superuser alone')
    }
    try {
      await deliver(OLD, new Map(), openAt(folder))
      const large = { ...NEW, 'a.bin': 'x'.repeat(300_000) }
      await expect(deliver(large, new Map(), openAt(folder))).rejects.toThrow('空间已满')
      expectWhole(await readSite(folder).then(({ 'a.bin': _none, ...site }) => site))
      expect(await readSite(folder)).not.toHaveProperty('a.bin')
      execFileSync('mount', ['-o', 'remount,ro', folder])
      const readOnly = deliver(NEW, new Map(), openAt(folder))
      await expect(readOnly).rejects.toThrow(/只读|权限/)
    } finally {
      execFileSync('umount', [folder])
    }
  })
})

/** A way to a server that lets some bytes through and then falls silent. */
async function silentAfter(port: number, bytes: number): Promise<number> {
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    let passed = 0
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.on('data', (chunk) => {
      passed += chunk.length
      if (passed < bytes) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => client.write(chunk))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return (proxy.address() as AddressInfo).port
}

describe('a target that answers slowly for ever', () => {
  it('is given up after a time, wherever it falls silent, and a cancel ends the wait', async () => {
    for (const bytes of [0, 3000, 20_000]) {
      const folder = await makeFolder()
      const port = await silentAfter(server.account.port, bytes)
      const open = guarded((signal) => openSftpTarget({ ...server.account, port, folder }, signal), {
        answerMs: 400,
        minBytesPerSecond: 1e9,
      })
      const site = { 'a.bin': 'x'.repeat(100_000), 'index.html': 'home' }
      await expect(deliver(site, new Map(), open)).rejects.toThrow('长时间没有响应')
      expect(await readSite(folder)).toEqual({})
      const abort = new AbortController()
      setTimeout(() => abort.abort(new Error('cancelled')), 100)
      await expect(deliver(site, new Map(), open, { signal: abort.signal })).rejects.toThrow('cancelled')
    }
  })
  it('is given up when it takes the bytes of a file one by one', async () => {
    const slow: TargetConnection = {
      parallel: 4,
      write: async (_path, open) => {
        for await (const piece of await open()) await delay(50, piece)
      },
      read: async () => null,
      remove: async () => undefined,
      list: async function* () {},
      close: async () => undefined,
    }
    const open = guarded(async () => slow, { answerMs: 200, minBytesPerSecond: 1000 })
    const pieces = function* () {
      for (;;) yield Buffer.from('x')
    }
    const endless = deliver({ 'a.bin': 'x' }, new Map(), open, { read: async () => Readable.from(pieces()) })
    await expect(endless).rejects.toThrow('速度过慢')
  })
})
