import { expect, it } from 'vitest'
import { buildStatics, visit } from '#tests/builders/builtSite.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { resolveSitemapRule } from '#shared/domain/sitemapRules.ts'

it('a column says what it has, else what the ones above it have', () => {
  const rule = { included: '', frequency: '', priority: '' } as const
  const above = { ...rule, included: 'no', frequency: 'daily' } as const
  expect(resolveSitemapRule([above, undefined])).toEqual({ included: false, frequency: 'daily', priority: '' })
  expect(resolveSitemapRule([above, { ...rule, included: 'yes', priority: '0.3' }])).toEqual({
    included: true,
    frequency: 'daily',
    priority: '0.3',
  })
  expect(resolveSitemapRule([])).toEqual({ included: true, frequency: '', priority: '' })
})

onBothDatabases('the sitemap', (_server, start) => {
  it('leaves columns out and says how often pages change, in the preview as in the file', async () => {
    const server = await start()
    const admin = await server.as('admin')
    await buildStatics(admin)
    const [news, group] = [await columnNamed(admin, '新闻中心'), await columnNamed(admin, '集团新闻')]
    const rules = [
      { columnId: 0, included: '', frequency: 'always', priority: '1.0' },
      { columnId: news.id, included: 'no', frequency: 'weekly', priority: '' },
      { columnId: group.id, included: 'yes', frequency: '', priority: '0.8' },
    ] as const
    await admin.ok('sitemap.save', { siteId: 1, rules: [...rules] })
    const { rules: saved, columns, origin } = await admin.ok('sitemap.settings', { siteId: 1 })
    expect([saved, origin]).toEqual([rules, 'https://www.group.example'])
    expect(columns.find(({ id }) => id === group.id)?.pages).toBeGreaterThan(3)

    const preview = await admin.ok('sitemap.preview', { siteId: 1, size: 1000 })
    // Only the sitemap itself differs.
    expect((await buildStatics(admin)).state.report).toMatchObject({ written: 1 })
    const xml = (await visit(server, 'www.group.example', '/sitemap.xml')).text
    const urls = [...xml.matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)].map(([, loc = '', rest = '']) => [loc, rest])
    const tag = (name: string, value: string): string => (value === '' ? '' : `<${name}>${value}</${name}>`)
    expect(urls).toEqual(
      preview.content.map((each) => [
        each.address,
        tag('lastmod', each.lastmod) + tag('changefreq', each.frequency) + tag('priority', each.priority),
      ]),
    )
    const addresses = urls.map(([loc]) => loc)
    expect(addresses[0]).toBe('https://www.group.example/')
    expect(addresses).toContain('https://www.group.example/news/group/')
    expect(addresses.some((address) => address?.includes('/news/industry/'))).toBe(false)
    expect(preview.totalElements).toBe(urls.length)
    expect((await admin.call('sitemap.save', { siteId: 1, rules: [{ ...rules[1], columnId: 999_999 }] })).status).toBe(
      404,
    )
  })
})
