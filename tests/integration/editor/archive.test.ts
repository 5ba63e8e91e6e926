// @vitest-environment jsdom
import { getSchema } from '@tiptap/core'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseHtml, findLosses } from '#renderer/features/richText/html/convert.ts'
import { findForbiddenParts, findHiddenTexts } from '#renderer/features/richText/html/losses.ts'
import { serializeHtml } from '#renderer/features/richText/html/output.ts'
import { schemaExtensions } from '#renderer/features/richText/schema/schema.ts'
import { sanitizeHtml } from '#server/html/sanitize.ts'
import { archivedArticles } from '#tests/builders/archive.ts'
import { chromium as launch } from '#tests/e2e/chromium.ts'

const schema = getSchema(schemaExtensions())
const ARTICLES = archivedArticles(200)
const PAGE =
  '<!doctype html><style>#a,#b{width:720px;font:16px/1.75 sans-serif;text-align:start}p{margin:0 0 10px}</style><div id="a"></div><div id="b"></div>'

interface Rendered {
  /** Runs of letters that look alike, with their look. */
  looks: string[]
  height: number
}

/** Runs in the page: what stands in each of the two boxes, as it is drawn. */
function rendered([before, after]: readonly string[]): Rendered[] {
  const pages = [before ?? '', after ?? '']
  return ['a', 'b'].map((id, at) => {
    const box = document.getElementById(id)
    if (!box) throw new Error('no box')
    box.innerHTML = pages[at] ?? ''
    const looks: string[] = []
    let last = ''
    let letters = ''
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = (walker.currentNode.nodeValue ?? '').replace(/[\s\u00a0]+/g, '')
      const parent = walker.currentNode.parentElement
      if (!text || !parent) continue
      const style = getComputedStyle(parent)
      const lines = new Set<string>()
      let background = ''
      for (let each: Element | null = parent; each && each !== box; each = each.parentElement) {
        const own = getComputedStyle(each)
        for (const line of own.textDecorationLine.split(' ')) if (line !== 'none') lines.add(line)
        if (!background && own.backgroundColor !== 'rgba(0, 0, 0, 0)') background = own.backgroundColor
      }
      const look = [
        style.color,
        Number.parseFloat(style.fontSize).toFixed(1),
        Number(style.fontWeight) >= 600 ? 'bold' : '',
        style.fontStyle,
        style.fontFamily.replaceAll('"', ''),
        style.textAlign.replace('-webkit-', '').replace('start', 'left'),
        [...lines].toSorted().join(' '),
        background,
      ].join('; ')
      if (look !== last && letters) {
        looks.push(`${letters} { ${last} }`)
        letters = ''
      }
      last = look
      letters += text
    }
    looks.push(`${letters} { ${last} }`)
    return { looks, height: box.getBoundingClientRect().height }
  })
}

describe('200 articles that other systems wrote', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.launch(launch)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      offline: true,
    })
    page = await context.newPage()
    await page.setContent(PAGE)
  })
  afterAll(() => browser.close())

  it('look the same in a browser after every line of them was written anew, or the editor says what it changes', async () => {
    const wrong: unknown[] = []
    let said = 0
    for (const { name, html } of ARTICLES) {
      const doc = parseHtml(schema, html)
      const losses = findLosses(html, doc)
      said += losses.length > 0 ? 1 : 0
      if (losses.length > 0) continue
      // What may not be there is said beforehand, and goes on the server in any case.
      const isOpen = findForbiddenParts(html).length === 0 && findHiddenTexts(html).length === 0
      const before = isOpen ? html : sanitizeHtml(html)
      const [was, is] = await page.evaluate(rendered, [before, sanitizeHtml(serializeHtml(doc))])
      const differ = was?.looks.find((look, at) => look !== is?.looks[at])
      if (differ)
        wrong.push({
          name,
          was: differ,
          is: is?.looks[was?.looks.indexOf(differ) ?? 0],
        })
      if (Math.abs((was?.height ?? 0) - (is?.height ?? 0)) > 2) wrong.push({ name, was: was?.height, is: is?.height })
    }
    expect(wrong).toEqual([])
    // It has to keep nearly all of them: saying so is the exception.
    expect(said).toBeLessThan(10)
  }, 120_000)

  it('are the same again the second time', () => {
    for (const { name, html } of ARTICLES) {
      const once = serializeHtml(parseHtml(schema, html))
      expect(serializeHtml(parseHtml(schema, once)), name).toBe(once)
    }
  }, 120_000)

  it('are said to hold what content may not have', () => {
    const said = (kind: string): string[] =>
      [
        ...new Set(
          ARTICLES.filter(({ name }) => name.startsWith(kind)).flatMap(({ html }) => findForbiddenParts(html)),
        ),
      ].toSorted()
    expect(said('视频')).toEqual(['嵌入的网页、视频或插件'])
    expect(said('自定义属性')).toEqual(['自定义属性（data-）'])
    expect(said('页内链接')).toEqual(['页内跳转位置（id）'])
    expect(said('ueditor')).toEqual([])
    for (const { name, html } of ARTICLES)
      expect(findHiddenTexts(html).length > 0, name).toBe(name.startsWith('隐藏的文字'))
  })
})
