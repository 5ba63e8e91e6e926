import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConfigData, HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStatics } from '#tests/builders/builtSite.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { currentSlot, siteFolder, slotFolder } from '#server/storage/siteFolders.ts'

/** The validator's rules for whole documents. What is off is no fault of a page. */
const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // Either way of writing is HTML; these are the templates' own.
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': 'off',
    // Loops of a template leave blanks at the ends of lines.
    'no-trailing-whitespace': 'off',
    // An article's own title may be long; the seed has one on purpose.
    'long-title': 'off',
    // Editors give their texts colours and sizes.
    'no-inline-style': 'off',
    // The site's own files come from the site itself.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
}

/** One page of each kind, by the templates that all sites of the seed have. */
const KINDS: Readonly<Record<'group' | 'ocean', readonly RegExp[]>> = {
  group: [
    /^index\.html$/,
    /^404\.html$/,
    /^news\/index\.html$/,
    /^news\/group\/index\.html$/,
    /^news\/group\/index_2\.html$/,
    /^news\/group\/\d+\.html$/,
    /^products\/series\/index\.html$/,
    /^products\/series\/\d+\.html$/,
    /^careers\/\d+\.html$/,
    /^downloads\/index\.html$/,
    /^about\/profile\/index\.html$/,
  ],
  ocean: [
    /^index\.html$/,
    /^404\.html$/,
    /^news\/index\.html$/,
    /^news\/company\/index\.html$/,
    /^news\/company\/\d+\.html$/,
    /^equipment\/index\.html$/,
    /^equipment\/\d+\.html$/,
    /^expeditions\/fleet\/index\.html$/,
  ],
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the built pages of the seeded sites', () => {
  it.each([
    ['group', 1],
    ['ocean', 2],
  ] as const)('are valid HTML, all of them (%s)', async (symbol, siteId) => {
    await buildStatics(await server.as('admin'), siteId)
    const folder = siteFolder(server.deps.dataDir, siteId)
    const root = slotFolder(folder, currentSlot(folder) ?? 'a')
    const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.html'))
    for (const kind of KINDS[symbol])
      expect(pages.filter((path) => kind.test(path)).length, String(kind)).toBeGreaterThan(0)
    const validator = new HtmlValidate(RULES)
    const faults = pages.flatMap((path) =>
      validator
        .validateStringSync(readFileSync(join(root, path), 'utf8'), path)
        .results.flatMap(({ messages }) => messages)
        .map(({ ruleId, line, message, selector }) => `${path}:${line} ${ruleId}: ${message} (${selector ?? ''})`),
    )
    expect(faults).toEqual([])
  })

  it('reports the faults of earlier versions', () => {
    const { valid, results } = new HtmlValidate(RULES).validateStringSync(
      '<!doctype html>\n<html lang="zh-CN"><head><title>站点</title></head><body><a href="/" role="button">新闻</a><ul><p>一</p></ul></body></html>',
    )
    expect(valid).toBe(false)
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual(
      expect.arrayContaining(['prefer-native-element', 'element-permitted-content']),
    )
  })
})
