import { describe, expect, it } from 'vitest'
import { type Answers, runCommand } from '#tests/setup/commandLine.ts'

const MAIN = { id: 'w1', templateName: '官网', folder: 'main', localPath: '/sites/main' }
const PARTY = { id: 'w2', templateName: '活动', folder: 'party', localPath: '/sites/party' }
const run = (line: string, answers: Answers) => runCommand(line, answers, () => [MAIN])

describe('check', () => {
  const issue = (severity: string) => ({ file: 'a.html', line: 3, severity, message: '没有结束' })
  const answers = (issues: object[]): Answers => ({ 'livePreview.check': () => issues })

  it('lists the issues of the local files; only errors differ', async () => {
    expect(await run('check', answers([]))).toMatchObject({
      code: 0,
      out: ['官网：没有问题'],
      err: [],
    })
    expect(await run('check', answers([issue('warning')]))).toMatchObject({ code: 0 })
    expect(await run('check', answers([issue('error')]))).toMatchObject({
      code: 1,
      out: ['官网：1 个问题\n  错误  a.html:3：没有结束'],
    })
    const all = await runCommand('check --all --json', answers([issue('error')]), () => [MAIN, PARTY])
    expect(all.json()).toEqual({
      command: 'check',
      code: 1,
      workspaces: [MAIN, PARTY].map((each) => ({ ...each, issues: [issue('error')] })),
    })
  })
})

describe('publish', () => {
  const state = { templateId: 5, name: '官网', folder: 'main', draft: { folder: 'main-draft' } }
  const change = (way: string) => ({ path: 'a.html', way })
  const answers = (changes: object[], draft: object | null = state.draft): Answers => ({
    'templateDraft.find': () => ({ ...state, draft }),
    'templateDraft.changes': () => ({ changes, signature: 'seen' }),
    'templateDraft.publish': () => ({ momentId: 1, published: 2, taken: 1 }),
  })

  it('brings the draft into its template, exactly the changes that were read', async () => {
    const { code, out, inputOf } = await run('publish', answers([change('publish')]))
    expect([code, out]).toEqual([0, ['官网：已发布 2 项，并入 1 项']])
    expect(inputOf('templateDraft.publish')).toEqual({ id: 5, signature: 'seen', answers: [] })
    expect(await run('publish', answers([]))).toMatchObject({
      code: 0,
      out: ['官网：没有需要发布的更改'],
    })
  })

  it('leaves conflicts to a person, and is refused without a draft', async () => {
    const { code, json, inputOf } = await run('publish --json', answers([change('publish'), change('ask')]))
    const result = { published: 0, taken: 0, conflicts: ['a.html'] }
    expect([code, json()]).toEqual([1, { command: 'publish', code: 1, workspaces: [{ ...MAIN, ...result }] }])
    expect(inputOf('templateDraft.publish')).toBeUndefined()
    expect(await run('publish', answers([], null))).toMatchObject({
      code: 4,
      err: ['模板“官网”没有草稿，没有可以发布的更改'],
    })
  })
})
