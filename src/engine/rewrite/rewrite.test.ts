import { describe, expect, it } from 'vitest'
import { type AddressRules, createAddressRewriter, rewriteFile } from './index.ts'

const RULES: AddressRules = {
  siteHosts: new Set(['www.example.com', 'example.com']),
  serverHosts: new Set(['cms.inner:8080']),
  sitePrefix: '/site/news',
  form: 'root',
  origin: 'https://www.example.com',
  basePath: '/bureau',
}
const rewritten = (path: string, text: string, rules: Partial<AddressRules> = {}) => {
  const findings = { uploads: new Set<string>(), backOffice: new Set<string>() }
  const rewrite = createAddressRewriter({ ...RULES, ...rules }, path, findings)
  const result = rewriteFile(path, text, rewrite, (src) => src.endsWith('/sitecraft-count.js'))
  return { text: result, uploads: [...findings.uploads], backOffice: [...findings.backOffice] }
}

describe('addresses of a page', () => {
  it.each([
    ['<a href="/news/">', '<a href="/bureau/news/">'],
    ["<a href='/a?x=1&amp;y=2#z'>", "<a href='/bureau/a?x=1&amp;y=2#z'>"],
    ['<img src=/files/2026/11/a.png>', '<img src="/bureau/files/2026/11/a.png">'],
    ['<img src = "/a.png" alt="/b.png">', '<img src = "/bureau/a.png" alt="/b.png">'],
    ['<img srcset="/a.png 1x, /b.png 2x">', '<img srcset="/bureau/a.png 1x, /bureau/b.png 2x">'],
    ['<p style="background:url(&quot;/a.png&quot;)">', '<p style="background:url(&quot;/bureau/a.png&quot;)">'],
    ['<p style=\'background:url("/a.png")\'>', '<p style=\'background:url("/bureau/a.png")\'>'],
    [
      '<style>@import "/a.css"; b{background:url(/b.png)}</style>',
      '<style>@import "/bureau/a.css"; b{background:url("/bureau/b.png")}</style>',
    ],
    [
      '<meta http-equiv="refresh" content="0; url=/news/">',
      '<meta http-equiv="refresh" content="0; url=/bureau/news/">',
    ],
    ['<meta property="og:image" content="/files/a.png">', '<meta property="og:image" content="/bureau/files/a.png">'],
    [
      '<link rel="canonical" href="https://example.com/news/">',
      '<link rel="canonical" href="https://www.example.com/bureau/news/">',
    ],
    ['<div data-src="/a.png" data-title="/ 1">', '<div data-src="/bureau/a.png" data-title="/ 1">'],
    [
      '<script type="application/ld+json">{"url":"/news/"}</script>',
      '<script type="application/ld+json">{"url":"/bureau/news/"}</script>',
    ],
    ['<script>load("/files/2026/a.mp4", "/api")</script>', '<script>load("/bureau/files/2026/a.mp4", "/api")</script>'],
    ['<a href="http://cms.inner:8080/site/news/x/">', '<a href="/bureau/x/">'],
    ['<img src="//cms.inner:8080/files/a.png">', '<img src="/bureau/files/a.png">'],
  ])('are those of the copy: %s', (before, after) => {
    expect(rewritten('index.html', before).text).toBe(after)
  })
  it.each([
    '<a href="https://other.example/x">',
    '<a href="mailto:a@b.c">',
    '<a href="news/">',
    '<a href="#top">',
    '<a href="//cdn.example/x.js">',
    '<img src="data:image/png;base64,AAAA">',
    '<!-- <a href="/x"> -->',
    '<p>Write href="/x" here</p>',
    '<textarea><a href="/x"></textarea>',
    '<a href="javascript:void(0)">',
  ])('of something else stay as they are: %s', (html) => {
    expect(rewritten('index.html', html).text).toBe(html)
  })
  it('keep every other byte of the page', () => {
    const html = '<!DOCTYPE html>\r\n<P  CLASS=x>&nbsp;<br/>汉字 &lt;<a  title="1" href="/x" >y</A>\n'
    expect(rewritten('index.html', html).text).toBe(html.replace('"/x"', '"/bureau/x"'))
  })
  it('name the uploads that the page needs, and the addresses of the back office that no visitor can open', () => {
    const html =
      '<img src="/files/2026/%E5%9B%BE.png?v=1"><img src="../../files/b.png"><a href="http://cms.inner:8080/login">x</a>' +
      '<img srcset="https://www.example.com/thumbs/c.png 2x">'
    expect(rewritten('a/b/index.html', html)).toMatchObject({
      uploads: ['files/2026/图.png', 'files/b.png', 'thumbs/c.png'],
      backOffice: ['http://cms.inner:8080/login'],
    })
  })
  it('are relative where the copy needs that', () => {
    const html = '<a href="/news/1.html?a=1"><a href="/"><a href="/a/b/"><img src="/files/a.png">'
    expect(rewritten('a/b/index.html', html, { form: 'relative', origin: '' }).text).toBe(
      '<a href="../../news/1.html?a=1"><a href="../../"><a href="./"><img src="../../files/a.png">',
    )
  })
  it('leave out the script that counts visits, with its element', () => {
    expect(
      rewritten('index.html', '<p>a</p><script async src="/sitecraft-count.js" data-site="1"></script><p>b</p>').text,
    ).toBe('<p>a</p><p>b</p>')
  })
})

it('finds addresses in style sheets, JSON, feeds and site maps', () => {
  expect(rewritten('a.css', "/* url(/x) */ a{b:url( '/c d.png' )} @import url(/e.css);").text).toBe(
    '/* url(/x) */ a{b:url( "/bureau/c d.png" )} @import url("/bureau/e.css");',
  )
  expect(rewritten('a.json', String.raw`{"/a":"/b","c":"<img src=\"/d\">","e":"x /f"}`).text).toBe(
    String.raw`{"/a":"/bureau/b","c":"<img src=\"/bureau/d\">","e":"x /f"}`,
  )
  const feed =
    '<rss><link>https://example.com/a?b=1&amp;c=2</link><description>&lt;img src="/files/x.png"&gt;</description>' +
    '<content><![CDATA[<a href="/y">z</a>]]></content><enclosure url="/files/x.mp3"/></rss>'
  expect(rewritten('feed.xml', feed)).toMatchObject({
    text:
      '<rss><link>https://www.example.com/bureau/a?b=1&amp;c=2</link><description>&lt;img src=&quot;/bureau/files/x.png&quot;&gt;</description>' +
      '<content><![CDATA[<a href="/bureau/y">z</a>]]></content><enclosure url="/bureau/files/x.mp3"/></rss>',
    uploads: ['files/x.png', 'files/x.mp3'],
  })
  expect(rewritten('robots.txt', 'Sitemap: https://example.com/sitemap.xml\n').text).toBe(
    'Sitemap: https://www.example.com/bureau/sitemap.xml\n',
  )
})
it('reads a page of a megabyte in one pass', () => {
  const html = `<p>${'<a href="/x">y</a> '.repeat(60_000)}</p>`
  expect(rewritten('index.html', html).text.match(/\/bureau\/x/g)).toHaveLength(60_000)
})
