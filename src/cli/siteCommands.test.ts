import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { type Answers, runCommand as run } from '#tests/setup/commandLine.ts'

const MAIN = { id: 1, title: '官网', symbol: 'main', templateId: 5 }
const PARTY = { id: 2, title: '活动', symbol: 'party', templateId: 6 }
const JOB = {
  id: 9,
  state: 'done',
  progress: 100,
  message: '',
  endDate: '2026-03-01 09:00:00',
  resultId: 4,
  createDate: '2026-03-01 08:59:00',
}
const REPORT = { pages: 3, written: 2, removed: 1, durationMs: 5, problems: [] }
const TARGETS = [
  { id: 7, name: '正式' },
  { id: 8, name: '测试' },
]
const DEPLOYMENT = {
  id: 4,
  createDate: '2026-03-01 08:59:01',
  state: 'done',
  message: '',
  written: 2,
  bytes: 2048,
  removed: 1,
  warnings: [],
  foreign: [],
}

const list = (content: unknown[]) => () => ({ content, totalElements: content.length, totalPages: 1 })
const BUILDING: Answers = {
  'site.page': list([MAIN]),
  'column.getTree': () => [{ id: 11, child: [{ id: 12, child: [] }] }],
  'statics.buildHTML': () => ({ jobId: 9 }),
  'job.findById': () => JOB,
  'statics.state': () => ({ report: REPORT }),
}
const DEPLOYING: Answers = {
  'site.page': list([MAIN]),
  'publishTarget.page': list(TARGETS),
  'publishTarget.deploy': () => ({ jobId: 9 }),
  'publishTarget.deployments': list([DEPLOYMENT]),
  'job.findById': () => JOB,
}

describe('build', () => {
  it('builds all columns of the only site, shows the steps and ends with what was made', async () => {
    let looks = 0
    const running = { ...JOB, state: 'running', progress: 40, message: '已处理 2 / 5 页', endDate: '' }
    const { code, out, inputOf } = await run('build', {
      ...BUILDING,
      'job.findById': () => (looks++ === 0 ? running : JOB),
    })
    expect([code, out]).toEqual([0, ['官网：40% 已处理 2 / 5 页', '官网：已生成 3 页，更新 2 个文件，删除 1 个']])
    expect(inputOf('statics.buildHTML')).toEqual({ siteId: 1, menuIds: [{ id: 11 }, { id: 12 }] })
  })

  it('differs when pages could not be made or the build fails', async () => {
    const problems = [{ page: 'a.html', file: 'index.html', line: 3, message: '没有结束' }]
    const partly = await run('build', { ...BUILDING, 'statics.state': () => ({ report: { ...REPORT, problems } }) })
    expect([partly.code, partly.out]).toEqual([
      1,
      ['官网：已生成 3 页，更新 2 个文件，删除 1 个\n  问题  index.html:3，a.html：没有结束'],
    ])
    const failing = { ...BUILDING, 'job.findById': () => ({ ...JOB, state: 'failed', message: '磁盘已满' }) }
    expect(await run('build', failing)).toMatchObject({ code: 1, out: [], err: ['官网：生成失败：磁盘已满'] })
    const { code, json } = await run('build --json', failing)
    expect([code, json()]).toEqual([
      1,
      {
        command: 'build',
        code: 1,
        sites: [{ id: 1, title: '官网', symbol: 'main', jobId: 9, state: 'failed', message: '磁盘已满', report: null }],
      },
    ])
  })

  it('takes the site that is named, or whose template lies in the current folder; a wrong name is an error', async () => {
    const two = { ...BUILDING, 'site.page': list([MAIN, PARTY]), 'templateDraft.find': () => ({ templateId: 6 }) }
    expect(await run('build', two)).toMatchObject({ code: 2, err: ['有 2 个站点，请用 --site 指定一个：官网、活动'] })
    for (const name of ['官网', 'main', '1'])
      expect((await run(`build --site ${name}`, two)).inputOf('statics.buildHTML')).toMatchObject({ siteId: 1 })
    const here = (localPath: string) => [{ id: 'w1', templateName: '活动', folder: 'party', localPath }]
    expect((await run('build', two, here)).inputOf('statics.buildHTML')).toMatchObject({ siteId: 2 })
    expect(await run('build --site nope', two, here)).toMatchObject({
      code: 2,
      err: ['站点“nope”不存在，现有站点：官网、活动'],
    })
  })

  it('with --all a site that is refused keeps none of the others back', async () => {
    const { code, out, err } = await run('build --all', {
      ...BUILDING,
      'site.page': list([MAIN, PARTY]),
      'statics.buildHTML': ({ siteId }) => (siteId === 1 ? new AppError('forbidden', '没有权限') : { jobId: 9 }),
    })
    expect([code, err, out]).toEqual([4, ['官网：没有权限'], ['活动：已生成 3 页，更新 2 个文件，删除 1 个']])
  })
})

describe('deploy', () => {
  it('delivers to the target of that name or id and waits', async () => {
    const { code, out, inputOf } = await run('deploy 正式', DEPLOYING)
    expect([code, out]).toEqual([0, ['正式：已发布，写入 2 个文件（2 KB），删除 1 个']])
    expect(inputOf('publishTarget.deploy')).toEqual({ id: 7, agreesForeign: false, agreesRemoval: false })
    const named = await run('deploy 8 --yes', DEPLOYING)
    expect(named.inputOf('publishTarget.deploy')).toEqual({ id: 8, agreesForeign: true, agreesRemoval: true })
    expect((await run('deploy 正式 --json', DEPLOYING)).json()).toEqual({
      command: 'deploy',
      code: 0,
      site: { id: 1, title: '官网', symbol: 'main' },
      target: { id: 7, name: '正式' },
      jobId: 9,
      deployment: DEPLOYMENT,
    })
  })

  it('differs when it failed or waits for an agreement, and says why', async () => {
    const failed = { ...DEPLOYMENT, state: 'failed', message: '密码错误' }
    expect(await run('deploy 正式', { ...DEPLOYING, 'publishTarget.deployments': list([failed]) })).toMatchObject({
      code: 1,
      out: [],
      err: ['正式：发布失败：密码错误'],
    })
    const asks = { ...DEPLOYMENT, state: 'confirm', message: '目标上已有 1 个文件，请确认', foreign: ['old.html'] }
    expect(await run('deploy 正式', { ...DEPLOYING, 'publishTarget.deployments': list([asks]) })).toMatchObject({
      code: 1,
      err: ['正式：目标上已有 1 个文件，请确认。使用 --yes 继续\n  old.html'],
    })
  })

  it('names the targets that there are when the name is wrong', async () => {
    const { code, err, inputOf } = await run('deploy 正', DEPLOYING)
    expect([code, err]).toEqual([2, ['站点“官网”没有发布目标“正”，现有目标：正式、测试']])
    expect(inputOf('publishTarget.deploy')).toBeUndefined()
    expect(await run('deploy 正式', { ...DEPLOYING, 'publishTarget.page': list([]) })).toMatchObject({
      code: 2,
      err: ['站点“官网”没有发布目标“正式”，请先在站匠的“发布目标”中新增'],
    })
  })
})
