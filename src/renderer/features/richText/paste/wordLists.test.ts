import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import libreOffice from '#tests/fixtures/html/libreoffice-lists.html?raw'
import word from '#tests/fixtures/html/word-lists.html?raw'
import wps from '#tests/fixtures/html/wps-lists.html?raw'
import { parseHtml } from '../html/convert.ts'
import { serializeHtml } from '../html/output.ts'
import { schemaExtensions } from '../schema/schema.ts'
import { cleanPasted } from './clean.ts'
import { chineseNumber, parseMarker, toVisibleMarker } from './listMarkers.ts'

const schema = getSchema(schemaExtensions())

function paste(html: string): HTMLElement {
  const { html: clean } = cleanPasted(html, { local: () => [], send: () => [], sendWeb: () => [] })
  const root = document.createElement('div')
  root.innerHTML = serializeHtml(parseHtml(schema, clean))
  return root
}

const DRAW: Readonly<Record<string, (value: number) => string>> = {
  'simp-chinese-informal': (value) => `${chineseNumber(value)}、`,
  a: (value) => `${String.fromCharCode(96 + value)}.`,
  I: (value) => `${['', 'I', 'II', 'III'][value] ?? '?'}.`,
  i: (value) => `${['', 'i', 'ii', 'iii'][value] ?? '?'}.`,
  '1': (value) => `${value}.`,
}

/** The lines of a page with their numbers as browsers draw them. */
function drawn(root: Element): string[] {
  const lines: string[] = []
  const visit = (element: Element, before: string): void => {
    const list = [...element.children].some((child) => child.matches('ol, ul, p, li, h1'))
    const own = [...element.childNodes].filter((node) => !(node instanceof Element && node.matches('ol, ul')))
    const text = own.map((node) => node.textContent ?? '').join('')
    if (!list || element.matches('li')) lines.push(before + text.trim())
    let value = Number(element.getAttribute('start') ?? 1) - 1
    const look = element.getAttribute('style')?.match(/list-style-type: ([\w-]+)/)?.[1]
    for (const child of element.children) {
      value = Number(child.getAttribute('value') ?? value + 1)
      const sign = element.matches('ul') ? '• ' : DRAW[look ?? element.getAttribute('type') ?? '1']?.(value)
      if (child.matches('li')) visit(child, sign ?? '')
      else if (child.matches('ol, ul') || (list && !element.matches('li'))) visit(child, '')
    }
  }
  visit(root, '')
  return lines
}

describe('lists that are pasted from Word', () => {
  it('number as the document does, behind other paragraphs too, and what no list can say is text', () => {
    expect(drawn(paste(word))).toEqual([
      '第三章\u3000附则',
      '一、总体要求',
      '坚持问题导向。',
      '二、工作任务',
      '（一）摸底',
      '（二）整改',
      '限期完成。',
      '（三）验收',
      '三、保障措施',
      '四、其他',
      '第一条\u3000为了规范管理，制定本办法。',
      '第二条\u3000本办法适用于本市。',
      '①\u00a0资料',
      '②\u00a0现场',
      '4.第四项',
      'a)\u00a0甲',
      '5.第五项',
      '6.第六项',
      '1.别的列表',
      '2.第二项',
      'h.续前',
      'i.字母',
      'i.罗马',
      'ii.二',
      '➢\u00a0箭头',
      '• 圆点',
      '• 圆点二',
      '1.1\u00a0条款',
      '1.1.1\u00a0子条款',
      '第四章\u3000没有写出编号的章',
    ])
  })

  it('are lists with their kind and start where HTML has one', () => {
    const root = paste(word)
    const lists = [...root.querySelectorAll('ol, ul')].map((list) => {
      const shallow = list.cloneNode() as Element
      return shallow.outerHTML
    })
    expect(lists).toEqual([
      '<ol style="list-style-type: simp-chinese-informal; padding-left: 47px"></ol>',
      '<ol start="2" style="list-style-type: simp-chinese-informal; padding-left: 47px"></ol>',
      '<ol start="3" style="list-style-type: simp-chinese-informal; padding-left: 47px"></ol>',
      '<ol start="4"></ol>',
      '<ol start="5"></ol>',
      '<ol></ol>',
      '<ol start="8" type="a"></ol>',
      '<ol type="i" style="padding-left: 36px"></ol>',
      '<ul></ul>',
    ])
    // The number is as large as its text.
    expect(root.querySelector('li')?.getAttribute('style')).toBe(
      'font-size: 16pt; font-family: 仿宋_GB2312, FangSong, 仿宋, STFangsong, serif',
    )
    expect(root.querySelector('h1')?.textContent).toBe('第三章\u3000附则')
    expect(root.querySelector('li[style*="line-height"]')?.textContent).toBe('保障措施')
    expect(root.querySelector('strong')?.textContent).toMatch(/^第一条/)
  })
})

describe('lists that are pasted from WPS', () => {
  it('number as the document does', () => {
    expect(drawn(paste(wps)).filter(Boolean)).toEqual([
      '一、目的',
      '说明文字。',
      '二、范围',
      '（一）机关',
      '包括下属单位。',
      '（二）学校',
      '（三）医院',
      '5.第五',
      '6.第六',
      '1)\u00a0半括号',
      '• 圆点',
      '①\u00a0带圈',
      '第一条\u3000总则',
    ])
  })
})

describe('lists that are pasted from LibreOffice', () => {
  it('keep their start, kind and values, and one that stands in a list directly makes no entry of its own', () => {
    expect(drawn(paste(libreOffice))).toEqual([
      '1.甲',
      '2.乙',
      'a.子项',
      '中间的段落',
      '3.丙',
      'II.直接在列表里的列表',
      '7.丁',
      '（三）文字编号',
    ])
  })
})

describe('the signs of lists', () => {
  it('are numbers of a list only when a browser draws them so', () => {
    expect(parseMarker('3.')).toMatchObject({ kind: { tag: 'ol', type: '', styleType: '' }, value: 3 })
    expect(parseMarker('二十一、')).toMatchObject({ kind: { styleType: 'simp-chinese-informal' }, value: 21 })
    expect(parseMarker('b.')).toMatchObject({ kind: { type: 'a' }, value: 2 })
    expect(parseMarker('i.')).toMatchObject({ kind: { type: 'i' }, value: 1 })
    expect(parseMarker('iv.')).toMatchObject({ kind: { type: 'i' }, value: 4 })
    expect(parseMarker('•')).toMatchObject({ kind: { tag: 'ul' } })
    for (const text of ['（三）', '(1)', '1)', '1、', '１．', '①', '第一条', '1.1', '01.', '壹、', 'a)', '✓', ''])
      expect(parseMarker(text)).toBeNull()
  })

  it('of symbol fonts are characters that every page can show', () => {
    expect(['l', '\uf06c', '\uf0b7', '·', 'Ø', 'ü'].map(toVisibleMarker)).toEqual(['●', '●', '•', '•', '➢', '✓'])
  })

  it('count in Chinese as browsers do', () => {
    expect([1, 10, 12, 20, 35, 100, 101, 110, 115, 999].map(chineseNumber)).toEqual([
      '一',
      '十',
      '十二',
      '二十',
      '三十五',
      '一百',
      '一百零一',
      '一百一十',
      '一百一十五',
      '九百九十九',
    ])
  })
})
