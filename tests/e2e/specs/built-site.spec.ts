import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { ServerApi } from '../serverApi.ts'

interface Column {
  id: number
  child: Column[]
}
const flat = (tree: readonly Column[]): number[] => tree.flatMap(({ id, child }) => [id, ...flat(child)])

/** Builds all of a site and waits for its pages. */
async function build(remote: ServerApi, siteId: number): Promise<void> {
  const tree = await remote.post('api/cms/menu/getTree', { siteId, showHiddenMenu: true })
  const menuIds = flat(tree.data as Column[])
  expect(await remote.post('api/cebest-cms/statics/buildHTML', { siteId, menuIds })).toMatchObject({ code: 200 })
  await expect
    .poll(async () => (await remote.get(`api/cebest-cms/statics/state/${siteId}`)).data, { timeout: 60_000 })
    .toMatchObject({ buildDate: expect.stringMatching(/^\d/), report: { problems: [] } })
}

/** Everything that axe finds on the page, of whatever impact, one line each. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

/** The address of the first link that the list of the page has to one of its entries. */
const firstEntry = (page: Page): Promise<string> =>
  page
    .locator('.articles a, a.picture')
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).href)

/** Paths below the site of one column of each kind. */
const SITES = [
  {
    siteId: 1,
    symbol: 'group',
    lists: ['news/group/', 'products/series/', 'careers/'],
    others: ['', 'news/', 'about/profile/', 'downloads/', 'no/such/page.html'],
  },
  {
    siteId: 2,
    symbol: 'ocean',
    lists: ['news/company/', 'equipment/'],
    others: ['', 'news/', 'expeditions/fleet/', 'no/such/page.html'],
  },
] as const

for (const { siteId, symbol, lists, others } of SITES)
  for (const [device, width] of [
    ['desktop', 1280],
    ['phone', 390],
  ] as const)
    test(`the built pages of a seeded site are accessible: ${symbol}, ${device}`, async ({ app, page, remote }) => {
      await build(remote, siteId)
      const site = await page.context().newPage()
      await site.setViewportSize({ width, height: 800 })
      const root = `${app.serverUrl()}site/${symbol}/`
      const found: Record<string, string[]> = {}
      const look = async (address: string): Promise<void> => {
        await site.goto(address)
        await expect(site.locator('main')).toBeVisible()
        const here = await faults(site)
        if (here.length > 0) found[address.slice(root.length)] = here
      }
      for (const path of others) await look(root + path)
      for (const path of lists) {
        await look(root + path)
        const [entry, next] = [await firstEntry(site), site.getByRole('link', { name: '下一页' })]
        const more = (await next.count()) > 0 ? await next.evaluate((link) => (link as HTMLAnchorElement).href) : null
        await look(entry)
        if (more !== null) await look(more)
      }
      expect(found).toEqual({})
      await site.close()
    })
