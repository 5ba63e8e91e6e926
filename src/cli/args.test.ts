import { expect, it } from 'vitest'
import { HELP, parseCliArgs } from './args.ts'

const plain = {
  workspace: '',
  target: '',
  site: '',
  yes: false,
  only: [],
  dryRun: false,
  all: false,
  json: false,
  data: '',
}

it.each([
  ['status', { ...plain, command: 'status' }],
  ['sync 官网模板 --json', { ...plain, command: 'sync', workspace: '官网模板', json: true }],
  ['pull --only css/** --only *.js', { ...plain, command: 'pull', only: ['css/**', '*.js'] }],
  ['push --all --dry-run --data /d', { ...plain, command: 'push', all: true, dryRun: true, data: '/d' }],
  ['preview', { ...plain, command: 'preview' }],
  ['check 官网', { ...plain, command: 'check', workspace: '官网' }],
  ['build --site main', { ...plain, command: 'build', site: 'main' }],
  ['deploy 正式 --site 3 --yes', { ...plain, command: 'deploy', target: '正式', site: '3', yes: true }],
])('%s', (line, args) => {
  expect(parseCliArgs(line.split(' '))).toEqual(args)
})

it.each([
  ['release', '未知命令“release”'],
  ['deploy', '请在 deploy 后写明发布目标'],
  ['deploy a b', '一次只能指定一个发布目标，多余的参数：b'],
  ['deploy a --all', 'deploy 不支持 --all'],
  ['build a', 'build 用 --site 指定站点，多余的参数：a'],
  ['build --all --site a', '--all 不能与 --site 同时使用'],
  ['build --yes', 'build 不支持 --yes'],
  ['build --dry-run', 'build 不支持 --only 和 --dry-run'],
  ['check --only a', 'check 不支持 --only 和 --dry-run'],
  ['sync --site a', 'sync 不支持 --site 和 --yes'],
  ['--json', '请写明命令'],
  ['sync a b', '多余的参数：b'],
  ['sync a --all', '--all'],
  ['status --dry-run', 'sync --dry-run'],
  ['status --only css/**', 'status 不支持 --only 和 --dry-run，请用 sync --dry-run'],
  ['preview --dry-run', 'preview 不支持 --only 和 --dry-run'],
  ['preview --only css/**', 'preview 不支持 --only 和 --dry-run'],
  ['sync a b c', '一次只能指定一个工作区，多余的参数：b c'],
  ['sync --only=a --only=', '请在 --only 后指定规则'],
  ['sync --force', '--force'],
  ['pull --only', '--only'],
  ['pull --only=', '--only'],
])('%s is refused with what is wrong', (line, said) => {
  expect(parseCliArgs(line.split(' '))).toEqual({ wrong: expect.stringContaining(said) })
})

it('explains itself', () => {
  for (const argv of [[], ['help'], ['--help'], ['sync', '-h']]) expect(parseCliArgs(argv)).toBe('help')
  for (const word of [
    'status',
    'sync',
    'pull',
    'push',
    'preview',
    'check',
    'publish',
    'build',
    'deploy',
    '--site',
    '--yes',
    '--json',
    '--dry-run',
    '--only',
    '--data',
  ])
    expect(HELP).toContain(word)
})
