import { describe, expect, it } from 'vitest'
import { SNIPPETS } from './snippets.ts'

describe('the template tags of the editor', () => {
  it('are the five of the document [A-104]', () => {
    expect(SNIPPETS.map((each) => each.title)).toEqual([
      '列表',
      '当前位置',
      '上一篇下一篇',
      '分页',
      '当前栏目 banner 图',
    ])
  })

  it.each(SNIPPETS)('$title closes every block that it opens, in order', ({ text }) => {
    const open: string[] = []
    for (const [, end, name] of text.matchAll(/\{%-?\s*(end)?(\w+)/g)) {
      if (end) expect(open.pop()).toBe(name)
      else if (name !== 'else') open.push(String(name))
    }
    expect(open).toEqual([])
  })
})
