import { z } from 'zod'
import { SITEMAP_FREQUENCIES, SITEMAP_PRIORITIES } from '../domain/sitemapRules.ts'
import { MENU } from '../domain/systemMenus.ts'
import { areas, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, id, nothing, paged, paging } from './fields.ts'

/** What sitemap.xml says of the pages of a column; '' is as the column above it, on top the default. */
const sitemapRule = z.object({
  /** 0: the home page. */
  columnId: id,
  included: z.enum(['', 'yes', 'no']),
  frequency: z.enum(['', ...SITEMAP_FREQUENCIES]),
  priority: z.enum(['', ...SITEMAP_PRIORITIES]),
})

const access = site(menu(MENU.siteMap), 'siteId')

/** sitemap.xml of the static pages, beyond the documents, which know the menu entry alone. */
export const sitemapOperations = areas({ sitemap: '网站地图' })({
  'sitemap.settings': query({
    method: 'POST',
    path: cms('sitemap/settings'),
    title: '网站地图设置',
    access,
    input: z.object({ siteId: id }),
    output: z.object({
      /** Of the home page and the columns that have something set. */
      rules: z.array(sitemapRule),
      columns: z.array(z.object({ id: z.number(), parentId: z.number(), title: z.string(), pages: z.number() })),
      /** '' while the site has no domain: addresses of a sitemap must be whole. */
      origin: z.string(),
      /** Of the last build; '' for none. */
      buildDate: dateTime.or(z.literal('')),
    }),
  }),
  'sitemap.save': mutation({
    method: 'POST',
    path: cms('sitemap/save'),
    title: '保存网站地图设置',
    access,
    input: z.object({ siteId: id, rules: z.array(sitemapRule).max(5000, '一次最多保存 5000 个栏目的设置') }),
    output: nothing,
    success: '保存成功',
    stale: ['sitemap.settings', 'sitemap.preview', 'statics.state'],
  }),
  /** What the next build writes for the pages that are there now. */
  'sitemap.preview': query({
    method: 'POST',
    path: cms('sitemap/preview'),
    title: '网站地图预览',
    access,
    input: paging({ siteId: id }),
    output: paged(
      z.object({
        address: z.string(),
        columnId: z.number(),
        lastmod: z.string(),
        frequency: z.string(),
        priority: z.string(),
      }),
    ),
  }),
})
