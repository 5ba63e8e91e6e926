import { describe, expect, it } from 'vitest'
import { fieldForm } from '../contract/fieldForm.ts'
import type { MenuField } from '../contract/column.ts'
import { choicesIn, fieldProblem, isBlank, maxLengthOf, readMediaItems } from './contentFields.ts'
import { isDayTime, isIdCard, isTel, isUrl } from './fieldFormats.ts'

const field = (fieldType: MenuField['fieldType'], extra: Partial<MenuField> = {}): MenuField => ({
  ...fieldForm.parse({ fieldName: 'one', fieldType, fieldAlias: '字段' }),
  sort: 1,
  ...extra,
})

describe('fields of content', () => {
  it('[B-225] asks for required data in the words of the document, also when an editor holds empty paragraphs', () => {
    expect(fieldProblem(field('SingleLine', { isRequired: true }), '  ')).toBe('请添加数据')
    expect(fieldProblem(field('Editor', { isRequired: true }), '<p>&nbsp;</p><p><br></p>')).toBe('请添加数据')
    expect(fieldProblem(field('BatchPhoto', { isRequired: true }), '[]')).toBe('请添加数据')
    expect(fieldProblem(field('SingleLine'), '')).toBeNull()
    expect(isBlank(field('Editor'), '<p><img src="/files/a.png"></p>')).toBe(false)
  })

  it('[B-226] [B-227] [B-228] counts characters, rare ones as one', () => {
    const rare = '𠀀'
    expect(fieldProblem(field('SingleLine'), rare.repeat(254))).toBeNull()
    expect(fieldProblem(field('SingleLine'), rare.repeat(255))).toBe('字段不能超过 254 个字')
    expect(maxLengthOf(field('MultiLine'))).toBe(100_000)
    const short = field('MultiLine', { note: '摘要，限制字数50字以内。' })
    expect(fieldProblem(short, '字'.repeat(50))).toBeNull()
    expect(fieldProblem(short, '字'.repeat(51))).toBe('字段不能超过 50 个字')
  })

  it.each([
    ['isEmail', 'hr@group.example.com', 'hr@group', '请输入正确的邮箱格式'],
    ['isInteger', '-12', '1.5', '请输入整数'],
    ['isTel', '010-62345678', '1234', '请输入正确的电话号码'],
    ['isUrl', 'https://例子.中国/页?a=1', 'javascript:alert(1)', '请输入正确的网址，以 http:// 或 https:// 开头'],
    ['isIdCard', '11010519491231002X', '110105194912310021', '请输入正确的身份证号'],
  ] as const)('checks %s', (flag, good, bad, message) => {
    expect(fieldProblem(field('SingleLine', { [flag]: true }), good)).toBeNull()
    expect(fieldProblem(field('SingleLine', { [flag]: true }), bad)).toBe(message)
  })

  it('knows the check place and the day of birth of an id card', () => {
    expect(isIdCard('11010519491231002x')).toBe(true)
    expect(isIdCard('440524188001010014')).toBe(true)
    expect(isIdCard('110105194902310029')).toBe(false)
    expect(isIdCard('11010519491231002')).toBe(false)
  })

  it('accepts common notations of phone numbers', () => {
    for (const good of [
      '13800138000',
      '+86 13800138000',
      '010-62345678',
      '(0755)26543210',
      '0755-26543210-801',
      '400-810-8888',
      '95588',
      '+1 650 253 0000',
    ])
      expect([good, isTel(good)]).toEqual([good, true])
    for (const bad of ['12345678901', '1380013800', '电话', '010-']) expect([bad, isTel(bad)]).toEqual([bad, false])
    expect(isUrl('http://')).toBe(false)
    expect(isDayTime('2026-02-29 10:00:00')).toBe(false)
    expect(isDayTime('2028-02-29 10:00')).toBe(true)
  })

  it('[B-161] accepts values of a dictionary: one for single choices, several joined by commas for the others', () => {
    const offered = new Set(['红', '绿', '蓝'])
    const of = (type: number) => field('SingleLine', { relationMark: JSON.stringify({ id: 3, type }) })
    expect(fieldProblem(of(1), '红', offered)).toBeNull()
    expect(fieldProblem(of(3), '红,绿', offered)).toBe('字段没有选项“红,绿”，请重新选择')
    expect(fieldProblem(of(2), '红,绿', offered)).toBeNull()
    expect(fieldProblem(of(4), '红,黄', offered)).toBe('字段没有选项“黄”，请重新选择')
    expect(choicesIn('红,绿')).toEqual(['红', '绿'])
  })

  it('accepts only addresses of files and well-formed items', () => {
    expect(fieldProblem(field('Photo'), '/files/a.png')).toBeNull()
    expect(fieldProblem(field('Photo'), 'javascript:alert(1)')).toBe('字段的地址有误，请重新选择文件')
    const items = JSON.stringify([{ sort: 1, src: '/files/a.png', title: '图' }])
    expect(fieldProblem(field('BatchPhoto'), items)).toBeNull()
    expect(readMediaItems(items)?.[0]?.title).toBe('图')
    expect(fieldProblem(field('BatchFile'), '[{"src":"x"')).toContain('内容有误')
    expect(fieldProblem(field('RelationContent'), '3,5')).toBeNull()
    expect(fieldProblem(field('RelationLabel'), '3,五')).toBe('字段的内容有误，请重新选择')
  })
})
