import { z } from 'zod'
import { SITEMAP_FREQUENCIES, SITEMAP_PRIORITIES } from '../domain/sitemapRules.ts'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { dateTime, id, nothing, paged, paging } from './fields.ts'

/** Settings of a column's pages in sitemap.xml; '' inherits from the parent column, or the default at the top. */
const sitemapRule = z.object({
  /** 0: the home page. */
  columnId: id,
  included: z.enum(['', 'yes', 'no']),
  frequency: z.enum(['', ...SITEMAP_FREQUENCIES]),
  priority: z.enum(['', ...SITEMAP_PRIORITIES]),
})

const access = site(menu(MENU.siteMap), 'siteId')

/** sitemap.xml of the static pages; beyond the documents, which only name the menu entry. */
export const sitemapOperations = withAreaTitles({ sitemap: '网站地图' })({
  'sitemap.settings': query({
    method: 'POST',
    path: cms('sitemap/settings'),
    title: '网站地图设置',
    access,
    input: z.object({ siteId: id }),
    output: z.object({
      /** Rules of the home page and of columns with settings. */
      rules: z.array(sitemapRule),
      columns: z.array(z.object({ id: z.number(), parentId: z.number(), title: z.string(), pages: z.number() })),
      /** '' if the site has no domain: a sitemap needs absolute addresses. */
      origin: z.string(),
      /** Time of the last build; '' for none. */
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
  /** Preview of the next build's sitemap, for the current pages. */
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
