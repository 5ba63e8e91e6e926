import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readJsonPolicy, loadPolicies, parseRegistry, createSystemSources } from './read.ts'

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-policy-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'policy.json')
  await writeFile(path, text)
  return path
}

it('reads a file, and reports the error of an invalid one', async () => {
  const good = await fileWith('\uFEFF{"Updates":"off","Servers":["https://a.example.com"]}')
  expect((await loadPolicies(async () => [await readJsonPolicy(good)])).policies).toMatchObject({ Updates: 'off' })
  for (const [text, message] of [
    ['{"Updates":', '无法读取文件'],
    ['[1]', '应为一个 JSON 对象'],
    ['', '无法读取文件'],
  ] as const) {
    const path = await fileWith(text)
    const { policies, problems } = await loadPolicies(async () => [await readJsonPolicy(path)])
    expect([policies, problems]).toEqual([{}, [{ name: '', origin: path, text: expect.stringContaining(message) }]])
  }
  expect(await loadPolicies(async () => [await readJsonPolicy('/nowhere/policy.json')])).toEqual({
    policies: {},
    set: [],
    problems: [],
  })
})

const REGISTRY = `
HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Sitecraft
    ServersLocked    REG_DWORD    0x1
    UploadMaxFileMb    REG_DWORD    0x1f4
    Updates    REG_SZ    off
    Leer    REG_SZ

HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Sitecraft\\Servers
    10    REG_SZ    第三|https://c.example.com
    1    REG_SZ    总部|https://a.example.com
    2    REG_SZ    https://b.example.com
`

it('reads what the registry tool writes, lists in their order', () => {
  expect(parseRegistry(REGISTRY.replaceAll('\n', '\r\n'))).toEqual({
    ServersLocked: 1,
    UploadMaxFileMb: 500,
    Updates: 'off',
    Leer: '',
    Servers: ['总部|https://a.example.com', 'https://b.example.com', '第三|https://c.example.com'],
  })
})

it('asks Windows for the computer before the person, in whatever code page it answers', async () => {
  const asked: string[] = []
  // 总部 in GBK.
  const name = Buffer.from([0xd7, 0xdc, 0xb2, 0xbf])
  const sources = createSystemSources('win32', 'zhang', async (_file, args) => {
    asked.push(args[1] ?? '')
    if (args[1]?.startsWith('HKCU')) throw new Error('not there')
    const head = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Sitecraft\\Servers\r\n    1    REG_SZ    '
    return Buffer.concat([Buffer.from(head), name, Buffer.from('|https://a.example.com\r\n')])
  })
  expect((await loadPolicies(sources)).policies.Servers).toEqual([{ name: '总部', url: 'https://a.example.com' }])
  expect(asked).toEqual(['HKLM\\SOFTWARE\\Policies\\Sitecraft', 'HKCU\\SOFTWARE\\Policies\\Sitecraft'])
})

it('starts without policies when they can not be read at all', async () => {
  const { problems } = await loadPolicies(() => Promise.reject(new Error('kaputt')))
  expect(problems[0]?.text).toContain('策略读取失败')
})
