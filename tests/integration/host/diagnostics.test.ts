import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportCrash } from '#services/diagnostics/crashes.ts'
import { filesIn } from '#tests/builders/zip.ts'
import { connect, runCms, runHost, signIn, tempFolder } from './harness.ts'

/** What must not leave the computer, as it would stand in a log. */
const PRIVATE = [
  'tok-5c1d9e',
  'p@ssw0rd!x',
  '13800138000',
  '139 0013 9000',
  '021-55556666',
  'wang.wu@company.example',
  '张三丰',
  '晨光门户',
  '内部新闻标题',
  'cms.company.example',
  '10.20.30.40',
  '客户名单.xlsx',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.abcdef',
  join(homedir(), 'Documents'),
]

it('the diagnostic package holds no token, content, name or place, whatever the log holds', async () => {
  const cms = await runCms()
  const running = await runHost()
  const { dataDir, ports, call, host } = running
  await connect(running, cms.baseUrl)
  await signIn(running, 'p@ssw0rd!x').catch(() => undefined)
  await call('connections.save', { name: '张三丰的服务器', baseUrl: 'https://cms.company.example/admin' })
  await call('app.setUnsaved', { titles: ['内部新闻标题'] })
  for (const text of PRIVATE) {
    host.log.error(`failed: “${text}”`, { title: text, path: `/srv/${text}/x`, [text]: 1 })
    host.log.warn(`token=${text}`, {
      error: new Error(`站点 ${text} 不存在：'${text}'`, { cause: { password: text } }),
    })
    reportCrash(
      dataDir,
      { process: 'host', error: new Error(`open '${text}'`), version: '1', tail: [`“${text}”`] },
      new Date(),
    )
  }
  host.log.error('look at /home/someone/客户名单.xlsx, call 13800138000 or wang.wu@company.example at 10.20.30.40', {
    operation: 'site.page',
    code: 'not-found',
  })
  const { id, files } = await call('diagnostics.prepare', {})
  ports.answers.file = join(dataDir, 'package.zip')
  const names = files.map(({ name }) => name)
  expect(await call('diagnostics.save', { id, names })).toMatchObject({ savedAs: ports.answers.file })
  const zip = filesIn(await readFile(ports.answers.file))
  expect([...zip.keys()]).toEqual(names)
  const saved = [...zip.values()].map((bytes) => bytes.toString())
  expect(saved).toEqual(files.map(({ text }) => text))
  const all = saved.join('\n')
  for (const text of [...PRIVATE, homedir(), dataDir, hostname(), cms.baseUrl]) expect(all, text).not.toContain(text)
  // An account named like a word of the log takes that word along.
  if (userInfo().username.length > 4) expect(all).not.toContain(userInfo().username)
  expect(all).toContain('"operation":"site.page"')
  expect(all).toContain('"code":"not-found"')
})

it('what is left out is not saved, and what was gathered anew is shown before it is saved', async () => {
  const { call, ports } = await runHost()
  const first = await call('diagnostics.prepare', {})
  ports.answers.file = join(await tempFolder(), 'a.zip')
  await call('diagnostics.save', { id: first.id, names: ['program.json'] })
  const zip = filesIn(await readFile(ports.answers.file))
  expect([...zip.keys()]).toEqual(['program.json'])
  await call('diagnostics.prepare', {})
  await expect(call('diagnostics.save', { id: first.id, names: ['program.json'] })).rejects.toMatchObject({
    code: 'not-found',
  })
  ports.answers.file = '/proc/none/a.zip'
  const { id } = await call('diagnostics.prepare', {})
  await expect(call('diagnostics.save', { id, names: ['program.json'] })).rejects.toThrow()
  ports.answers.file = null
  expect(await call('diagnostics.save', { id, names: ['program.json'] })).toMatchObject({ savedAs: '', href: '' })
})

it('log, crash reports and what runs are answered without a session', async () => {
  const { call, host, dataDir } = await runHost()
  host.log.warn('careful', { n: 1 })
  const { entries } = await call('diagnostics.log', { level: 'warn', text: 'careful' })
  expect(entries).toMatchObject([{ level: 'warn', area: 'program', text: 'careful' }])
  reportCrash(dataDir, { process: 'server', error: new Error('gone'), version: '1.0.0' }, new Date())
  await mkdir(join(dataDir, 'crashes', 'dumps', 'completed'), { recursive: true })
  await writeFile(join(dataDir, 'crashes', 'dumps', 'completed', 'a.dmp'), 'x')
  expect(await call('diagnostics.crashes', {})).toMatchObject({
    reports: [{ process: 'server', text: 'gone' }],
    dumps: 1,
  })
  await call('diagnostics.clearCrashes', {})
  expect(await call('diagnostics.crashes', {})).toMatchObject({ reports: [], dumps: 0 })
  const now = await call('diagnostics.running', {})
  expect(now).toMatchObject({ serverPort: 0, uploads: { open: 0 }, workspaces: [], jobs: null })
  expect(now.processes).toMatchObject([{ pid: process.pid, memory: expect.any(Number) }])
  expect(now.folder.parts.map(({ name }) => name)).toContain('logs')
})
