import { expect, it } from 'vitest'
import { createAnonymiser, FOLDER } from './anonymise.ts'

const anonymiser = () =>
  createAnonymiser(
    [
      { kind: '用户', value: 'zhangsan' },
      { kind: '用户', value: '李四' },
      { kind: '站点', value: '晨光门户' },
      { kind: '主机', value: 'cms.company.example' },
      { kind: FOLDER, value: '/home/zhangsan' },
    ],
    '/opt/Sitecraft/app',
  )

it('a known name has one placeholder wherever it stands, and no part of another word is taken', () => {
  const { text } = anonymiser()
  expect(text('zhangsan and ZhangSan, not zhangsanfeng')).toBe('〈用户 1〉 and 〈用户 1〉, not zhangsanfeng')
  expect(text('at cms.company.example')).toBe('at 〈主机 1〉')
})

it.each([
  ["ENOENT: no such file, open '/srv/客户 名单/b.html'", 'ENOENT: no such file, open 〈内容 1〉'],
  ['open /home/zhangsan/my files/a.html failed', '〈文件夹 1〉'],
  ['C:\\Users\\王五\\a b.txt', '〈路径 1〉'],
  ['call 13800138000 or +86 138-0013-8000', 'call 〈电话 1〉 or 〈电话 2〉'],
  ['mail to wang.wu@company.example now', 'mail to 〈邮箱 1〉 now'],
  ['GET https://www.client.example:8443/a?token=abc 500', 'GET https://〈主机 2〉 500'],
  ['from 10.1.2.3 to 127.0.0.1', 'from 〈地址 1〉 to 127.0.0.1'],
  ['key eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9abc', 'key [已隐藏]'],
  ['用户王五不存在', '〈文字 1〉'],
  ['李四 of “晨光门户” said', '〈用户 2〉 of 〈内容 1〉 said'],
])('%s', (given, left) => {
  expect(anonymiser().text(given)).toContain(left)
  expect(anonymiser().text(given)).not.toMatch(/名单|zhangsan\b|王五|1380|company|client|10\.1|eyJ|晨光|my files/)
})

it('a log line keeps what the program says of itself, and nothing else', () => {
  const line = {
    time: '2026-11-23T08:00:00.000Z',
    area: 'operations',
    msg: 'refused',
    operation: 'site.page',
    code: 'not-found',
    count: 3,
    title: '新闻一',
    phone: 13_800_138_000,
    token: 'abc',
    error: {
      name: 'AppError',
      message: '站点“晨光门户”不存在',
      code: 'not-found',
      stack:
        'AppError: 站点“晨光门户”不存在\n    at call (file:///opt/Sitecraft/app/out/main/index.js:12:3)\n    at /home/zhangsan/x.js:1:1',
    },
  }
  expect(anonymiser().value(line)).toEqual({
    time: '2026-11-23T08:00:00.000Z',
    area: 'operations',
    msg: 'refused',
    operation: 'site.page',
    code: 'not-found',
    count: 3,
    title: '〈文字 1〉',
    phone: '〈号码 1〉',
    token: '[已隐藏]',
    error: {
      name: 'AppError',
      message: expect.not.stringContaining('晨光'),
      code: 'not-found',
      stack: ['at call (〈程序〉/out/main/index.js:12:3)', 'at 〈文件夹 1〉'],
    },
  })
})
