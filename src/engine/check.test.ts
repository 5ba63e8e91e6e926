import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aColumnFacts } from '#tests/builders/engineSite.ts'
import { checkTemplate } from './index.ts'

const check = (files: Record<string, string>, sizes: Record<string, number> = {}) =>
  checkTemplate(
    new Map(
      Object.entries({ 'index.html': '<p>x</p>', ...files }).map(([path, text]) => [
        path,
        { text: /\.(?:png|js)$/.test(path) ? null : text, size: sizes[path] ?? text.length },
      ]),
    ),
    { columns: [aColumnFacts(1, '新闻', 'news')], pages: new Set(['index.html', 'news/index.html']) },
  )
const said = (text: string, files: Record<string, string> = {}) =>
  check({ 'index.html': text, ...files }).map(
    ({ file, line, severity, message }) => `${severity} ${file}:${line} ${message}`,
  )

describe('the check of a template', () => {
  it.each([
    ['\n{% if a %}', 'error index.html:2 标签 {% if a %} 未结束，请加上对应的 end 标签'],
    ['{% lisst %}', 'error index.html:1 没有标签“lisst”，请检查拼写，可用的标签见“模板标签手册”'],
    ['{{ a | nope }}', 'error index.html:1 没有过滤器“nope”，请检查拼写'],
    ["\n\n{% include 'gone' %}", 'error index.html:3 模板文件“gone.html”不存在，请检查名称和大小写'],
    ["{% include '../x' %}", 'error index.html:1 “../x”在模板的文件夹之外，请使用模板内的文件'],
    ['<img src="img/no.png">', 'error index.html:1 模板中没有文件“img/no.png”，请检查名称和大小写'],
    [
      '\n<link rel="stylesheet" href="/css/no.css?v=1">',
      'error index.html:2 模板中没有文件“/css/no.css”，请检查名称和大小写',
    ],
    ["{{ 'no.css' | asset }}", 'error index.html:1 模板中没有文件“no.css”，请检查名称和大小写'],
    ['<a href="/none/">x</a>', 'warning index.html:1 网站上没有页面“/none/”，请检查链接或栏目的地址'],
    ['{{ article.autor }}', 'warning index.html:1 所有栏目都没有字段“autor”，article.autor 为空，请检查拼写'],
    ['<div>\n<section></div>', 'warning index.html:2 <section> 缺少结束标签'],
    ['<p></p></div>', 'warning index.html:1 </div> 没有对应的开始标签'],
    [
      '<script src="https://cdn.example/a.js"></script>',
      'warning index.html:1 脚本来自其他网站：https://cdn.example/a.js。该脚本可以控制整个页面，请放入模板的文件夹',
    ],
  ])('%j says so with its line', (text, issue) => {
    expect(said(text)).toEqual([issue])
  })

  it('reports large pictures, missing files of styles, and unused files', () => {
    const issues = check(
      {
        'index.html': '<link rel="stylesheet" href="css/a.css"><img src="big.png">',
        'css/a.css':
          'a{background:url(../no.png)}\nb{background:url("data:x")}c{background:url(img/a.png)}d{background:url(./../big.png)}',
        'css/img/a.png': '',
        'big.png': '',
        'old.html': '',
        'list.html': '{{ article.title }}{{ article.content }}',
      },
      { 'big.png': 700_000 },
    )
    expect(issues.map(({ file, line, severity }) => `${severity} ${file}:${line}`)).toEqual([
      'warning big.png:0',
      'warning css/a.css:1',
      'info old.html:0',
    ])
  })

  it.each([
    '{% if a %}<div class="a">{% else %}<div>{% endif %}</div>',
    '{% case a %}{% when 1 %}<ul>{% when 2 %}<ul class="b">{% endcase %}</ul>',
    '<p>a<p>b<ul><li>c</ul><br><img src="data:x" alt="a > b">',
    '<!-- <div> --><script>if (a < b) x = "<div>"</script><a href="{{ article.url }}">{{ article.title }}</a>',
    '<a href="/news/">a</a><a href="#x">b</a><a href="mailto:a@b.c">c</a><img src="/files/1.png">',
  ])('finds nothing wrong with %j', (text) => {
    expect(said(text)).toEqual([])
  })

  it.each(['corporate', 'marine'])('finds no error in the template %s that comes with the program', (name) => {
    const root = join(import.meta.dirname, '../../resources/templates', name)
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(root, path)).isFile(),
    )
    const files = new Map(
      paths.map((path) => {
        const isText = /\.(?:html|css|svg)$/.test(path)
        const size = statSync(join(root, path)).size
        return [path.replaceAll('\\', '/'), { text: isText ? readFileSync(join(root, path), 'utf8') : null, size }]
      }),
    )
    expect(checkTemplate(files, null).filter(({ severity }) => severity !== 'info')).toEqual([])
  })
})
