import { expect, it } from 'vitest'
import { HELP, parseCliArgs } from './args.ts'

const plain = { workspace: '', only: [], dryRun: false, all: false, json: false, data: '' }

it.each([
  ['status', { ...plain, command: 'status' }],
  ['sync 官网模板 --json', { ...plain, command: 'sync', workspace: '官网模板', json: true }],
  ['pull --only css/** --only *.js', { ...plain, command: 'pull', only: ['css/**', '*.js'] }],
  ['push --all --dry-run --data /d', { ...plain, command: 'push', all: true, dryRun: true, data: '/d' }],
  ['preview', { ...plain, command: 'preview' }],
])('%s', (line, args) => {
  expect(parseCliArgs(line.split(' '))).toEqual(args)
})

it.each([
  ['deploy', '未知命令“deploy”'],
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
  for (const word of ['status', 'sync', 'pull', 'push', 'preview', '--json', '--dry-run', '--only', '--data'])
    expect(HELP).toContain(word)
})
