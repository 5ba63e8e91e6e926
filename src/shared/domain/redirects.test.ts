import { describe, expect, it } from 'vitest'
import { formatNginxRules, RedirectTable, sourceProblem, targetProblem, withQuery } from './redirects.ts'

const table = (...rules: [string, string][]) => new RedirectTable(rules.map(([source, target]) => ({ source, target })))

it('a whole address comes before a pattern, and the longest pattern first', () => {
  const rules = table(['/old/*', '/new/*'], ['/old/a/*', '/a/'], ['/old/x.html', '/x.html'], ['/news', '/n/'])
  const leads = (path: string) => rules.find(path)?.target
  expect(['/old/x.html', '/old/b/c.html', '/old/a/1', '/older/1'].map(leads)).toEqual([
    '/x.html',
    '/new/b/c.html',
    '/a/',
    undefined,
  ])
  expect(['/news', '/news/', '/news/index.html', '/%6eews'].map(leads)).toEqual(['/n/', '/n/', '/n/', '/n/'])
  expect(leads('/old/新/一.html')).toBe('/new/%E6%96%B0/%E4%B8%80.html')
})

it.each([
  [[['/a', '/a/index.html']], '/a'],
  [
    [
      ['/a', '/b'],
      ['/b', '/a'],
    ],
    '/b',
  ],
  [[['/a/*', '/a/b/*']], '/a/*'],
  [
    [
      ['/b/1', '/a/1'],
      ['/a/*', '/b/*'],
    ],
    '/a/*',
  ],
  [
    [
      ['/a/*', '/b/*'],
      ['/b/1', '/a/1'],
    ],
    '/b/1',
  ],
  [[['/a', 'https://www.group.example/a']], '/a'],
] as [[string, string][], string][])('a loop is found in %j', (rules, source) => {
  const all = table(...rules)
  const rule = rules.find(([from]) => from === source) ?? ['', '']
  expect(all.findLoop({ source: rule[0], target: rule[1] }, ['www.group.example'])).not.toBeNull()
})

it('a way that ends is none', () => {
  const all = table(['/a', '/b'], ['/b', '/c'], ['/x/*', '/y/*'], ['/z', 'https://other.example/z'])
  for (const source of ['/a', '/x/*', '/z'])
    expect(all.findLoop({ source, target: '' }, ['www.group.example'])).toBeNull()
})

it('odd addresses are refused with a remedy', () => {
  for (const source of ['a.html', '//x.example/a', '/a?b=1', '/', '/*', '/a*', '/a/*/b', '/files/1.png', '/a\\b'])
    expect(sourceProblem(source), source).toMatch(/[\u4e00-\u9fff]/)
  for (const target of ['javascript:alert(1)', '//evil.example', 'b.html', '/a b', '/x/*'])
    expect(targetProblem(target, '/a'), target).toMatch(/[\u4e00-\u9fff]/)
  expect([sourceProblem('/旧/一.html'), targetProblem('https://x.example/*', '/a/*')]).toEqual([null, null])
})

it('keeps the query string', () => {
  expect(withQuery('/b', 'p=1')).toBe('/b?p=1')
  expect(withQuery('/b?q=2#c', 'p=1')).toBe('/b?q=2&p=1#c')
})

it('rules for nginx can hold no directive of their own', () => {
  const text = formatNginxRules([
    { source: '/a.html', target: '/b/$host";}x' },
    { source: '/old/*', target: '/new/*' },
    { source: '/old/deep/*', target: '/d' },
  ])
  expect(text).toBe(
    [
      'rewrite "^/a\\\\.html(?:/|/index\\\\.html?)?$" "/b/%24host%22;%7Dx" permanent;',
      'rewrite "^/old/deep/[/\\\\\\\\]*(.*)$" "/d" permanent;',
      'rewrite "^/old/[/\\\\\\\\]*(.*)$" "/new/$1" permanent;',
      '',
    ].join('\n'),
  )
})

describe('what stands behind a pattern', () => {
  const follow = (target: string, path: string): string =>
    new RedirectTable([{ source: '/old/*', target }]).find(path)?.target ?? ''

  it('can continue no host: the address has to end it', () => {
    for (const target of ['https://example.com*', 'http://example.com:80*', 'https://*'])
      expect(targetProblem(target, '/old/*'), target).toContain('域名后面应有 /')
    for (const target of ['https://example.com/*', 'https://example.com/new*', 'https://example.com?to=*'])
      expect(targetProblem(target, '/old/*'), target).toBeNull()
    // A rule of before.
    expect(new URL(follow('https://example.com*', '/old/.evil.example/x')).host).toBe('example.com')
    expect(new URL(follow('https://example.com*', '/old/@evil.example/x')).host).toBe('example.com')
    expect(formatNginxRules([{ source: '/old/*', target: 'https://example.com*' }])).toContain(
      '"https://example.com/$1"',
    )
  })

  it('begins no host either', () => {
    for (const path of [
      '/old//evil.example/',
      '/old/%2Fevil.example/',
      '/old/\\evil.example/',
      '/old/%5C/evil.example/',
    ])
      expect(new URL(follow('/*', path), 'https://own.example').host, path).toBe('own.example')
    expect(follow('/new/*', '/old/a/b.html')).toBe('/new/a/b.html')
  })
})
