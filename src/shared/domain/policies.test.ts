import { expect, it } from 'vitest'
import { POLICIES, POLICY_NAMES, readPolicies } from './policies.ts'

const examples = Object.fromEntries(POLICY_NAMES.map((name) => [name, POLICIES[name].example]))

it('reads every policy as its example gives it', () => {
  const { policies, problems, set } = readPolicies([{ origin: 'file', values: examples }])
  expect(problems).toEqual([])
  expect(set.map(({ name }) => name)).toEqual(POLICY_NAMES)
  expect(policies).toMatchObject({
    Servers: [{ name: '总部', url: 'https://cms.example.com' }],
    BuiltinServer: false,
    UploadMaxFileMb: 500,
  })
})

it('says of every wrong value what is wrong, and ignores it alone', () => {
  const wrong: Record<string, unknown> = {
    Servers: ['ftp://x', 7, '总部|nonsense', ''],
    ServersLocked: 'yes',
    BuiltinServer: null,
    Updates: 'sometimes',
    UpdateAddress: 'file:///etc',
    SyncFolders: { a: 1 },
    UploadLimitKbps: -1,
    UploadMaxFileMb: '1e3',
    KeepSignIn: [],
    ProxyMode: 3,
    ProxyAddress: 'http://user:secret@proxy',
    ProxyScript: 'proxy.pac',
    ProxyExceptions: '',
    Nonsense: true,
  }
  const { policies, problems } = readPolicies([{ origin: 'file', values: wrong }])
  expect(policies).toEqual({})
  expect(new Set(problems.map(({ name }) => name))).toEqual(new Set(Object.keys(wrong)))
  expect(problems.filter(({ name }) => name === 'Servers')).toHaveLength(4)
  expect(problems.find(({ name }) => name === 'Servers')?.text).toBe(
    '第 1 行“ftp://x”：应为 https://主机 或 名称|https://主机',
  )
  const one = readPolicies([
    { origin: 'file', values: { ...wrong, Updates: 'off', Servers: ['x', 'https://a.example.com/cms/'] } },
  ])
  expect(one.policies).toEqual({
    Updates: 'off',
    Servers: [{ name: 'a.example.com', url: 'https://a.example.com/cms' }],
  })
})

it('uses the first source, and a later one if the first has no valid value', () => {
  const report = readPolicies([
    { origin: 'machine', values: { Updates: 'off', KeepSignIn: 'perhaps' } },
    { origin: 'person', values: { Updates: 'on', KeepSignIn: 0, UploadMaxFileMb: 5 } },
  ])
  expect(report.policies).toEqual({ Updates: 'off', KeepSignIn: false, UploadMaxFileMb: 5 })
  expect(report.set.map(({ name, origin }) => [name, origin])).toEqual([
    ['Updates', 'machine'],
    ['KeepSignIn', 'person'],
    ['UploadMaxFileMb', 'person'],
  ])
  expect(report.problems.map(({ origin }) => origin)).toEqual(['machine'])
})
