import { type Emitter, Liquid, LiquidError, type Template, toValueSync } from 'liquidjs'
import { expect, it } from 'vitest'
import { renderTemplates, runToEnd } from './syncRender.ts'
import { toText } from './safeHtml.ts'

class Texts implements Emitter {
  buffer = ''
  write(value: unknown): void {
    this.buffer += toText(value)
  }
}

const VALUES = {
  a: { b: { c: '值' }, list: [3, 1, 2], empty: '', name: 'b', size: 7 },
  name: 'a',
  text: '<甲> & "乙"',
  day: '2026-11-27 08:05:00',
  people: [
    { name: '王', age: 31 },
    { name: '李', age: 28 },
  ],
}

/** What a template gives, or name and text of its error. */
function draw(source: string, isPlain: boolean): unknown {
  const liquid = new Liquid({ ownPropertyOnly: true, jsTruthy: true, renderLimit: 60_000, memoryLimit: 100_000 })
  liquid.registerFilter('fails', () => {
    throw new Error('这里不行')
  })
  liquid.registerFilter('later', function* (value: unknown): Generator<unknown, unknown, unknown> {
    return [yield value, yield 'again']
  })
  if (isPlain)
    liquid.renderer.renderTemplates = (templates, ctx, emitter) =>
      renderTemplates(templates, ctx, emitter ?? new Texts())
  try {
    const templates: Template[] = liquid.parse(source, 'page.html')
    return liquid.renderSync(templates, structuredClone(VALUES))
  } catch (error) {
    if (!LiquidError.is(error)) throw error
    return [error.name, error.message]
  }
}

it.each([
  '字 {{ a.b.c }}{{ a["b"].c }}{{ a[a.name].c }}{{ a.list[1] }}{{ a.list[-1] }}{{ a.list.first }}{{ a.size }}{{ a.list.size }}',
  '{{ none }}{{ none.of.it }}{{ a.none.of }}{{ a.empty }}{{ true }}{{ nil }}{{ 1.5 }}{{ "文" }}{{ "abc".size }}{{ (1..3) }}',
  '{{ text | escape }}{{ text | size }}{{ a.list | sort | join: "-" }}{{ day | date: "%Y/%m" }}{{ none | default: "无", allow_false: true }}',
  '{{ a.list | sort | first | plus: a.size | times: 2 }}{{ people | map: "name" | join }}{{ people | where: "age", 28 | map: "name" }}',
  '{{ people | sort: "age" | map: "age" | join: "," }}{{ text | later }}{{ text | replace: "甲", name | upcase }}',
  '{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}-{% endfor %}完',
  '{% for one in people %}{{ forloop.index }}{{ one.name }}{% cycle "单", "双" %}{% else %}空{% endfor %}{% for x in none %}{% else %}空{% endfor %}',
  '{% assign x = a.b.c | append: "！" %}{{ x }}{% capture y %}{{ x }}{{ x }}{% endcapture %}{{ y | size }}{% increment n %}{% increment n %}{{ n }}',
  '{% case name %}{% when "a" %}甲{% else %}乙{% endcase %}{% unless a.empty %}空{% endunless %}{% if a.size > 3 and name contains "a" %}是{% endif %}',
  '{% tablerow i in (1..4) cols: 2 %}{{ i }}{% endtablerow %}{% raw %}{{ a }}{% endraw %}{% comment %}{{ x | fails }}{% endcomment %}{%- echo a.b.c -%} 。',
  '一行\n二行 {{ a.b.c | fails }}',
  '一行\n{% if true %}\n  {{ text | date: a.b | fails: a.list, b: (1..2) }}{% endif %}',
  '{% for i in (1..100) %}{% for j in (1..2000) %}{{ i }}{% endfor %}{% endfor %}',
])('draws as Liquid itself does: %s', (source) => {
  expect(draw(source, true)).toEqual(draw(source, false))
})

it('runs generators as Liquid does', () => {
  const inner = function* (fails: boolean): Generator<unknown, string, unknown> {
    const value = yield '内'
    if (fails) throw new Error('里面')
    return `${String(value)}层`
  }
  const outer = function* (): Generator<unknown, unknown, unknown> {
    const one = yield inner(false)
    let two: unknown = ''
    try {
      two = yield inner(true)
    } catch (error) {
      two = error instanceof Error ? error.message : ''
    }
    return [one, two, yield [1], yield undefined]
  }
  expect(runToEnd(outer())).toEqual(['内层', '里面', [1], undefined])
  expect(runToEnd(outer())).toEqual(toValueSync(outer()))
  expect(runToEnd('字')).toBe('字')
  const failing = (): unknown => inner(true)
  expect(() => runToEnd(failing())).toThrow('里面')
})
