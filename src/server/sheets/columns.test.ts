import { describe, expect, it } from 'vitest'
import {
  choiceColumn,
  dateColumn,
  decimalColumn,
  integerColumn,
  listColumn,
  required,
  phoneColumn,
  textColumn,
} from './columns.ts'

const utc = (text: string): Date => new Date(`${text}Z`)

describe('a column', () => {
  it.each([
    [textColumn('词语'), ' \u3000坏词\u200b ', '坏词'],
    [textColumn('词语'), 'a\r\nb\u0007', 'a\nb'],
    [textColumn('编号'), 13800138000, '13800138000'],
    [textColumn('编号'), 0.1 + 0.2, '0.3'],
    [textColumn('启用'), true, 'TRUE'],
    [textColumn('词语'), '=1+1', '=1+1'],
    [textColumn('词语'), null, ''],
    [phoneColumn('电话'), 13800138000, '13800138000'],
    [phoneColumn('电话'), '０10-8888 6666', '01088886666'],
    [phoneColumn('电话'), '+86 (10) 88886666', '+861088886666'],
    [integerColumn('份数'), '１,200', 1200],
    [integerColumn('份数'), -3, -3],
    [integerColumn('份数'), '  ', null],
    [decimalColumn('净值'), 0.1 + 0.2, 0.3],
    [decimalColumn('净值'), '1,234.50', 1234.5],
    [dateColumn('日期'), utc('2026-01-31T00:00:00'), '2026-01-31'],
    [dateColumn('日期'), utc('2026-01-31T08:30:00'), '2026-01-31 08:30:00'],
    [dateColumn('日期'), 46053, '2026-01-31'],
    [dateColumn('日期'), 46053.354166666664, '2026-01-31 08:30:00'],
    [dateColumn('日期'), 20260131, '2026-01-31'],
    [dateColumn('日期'), '2026年1月31日', '2026-01-31'],
    [dateColumn('日期'), '2026/1/31 8:30', '2026-01-31 08:30:00'],
    [dateColumn('日期'), '', ''],
    [choiceColumn('状态', { 启用: 1, 停用: 0 }), '停用', 0],
    [listColumn('字典值'), '红、蓝，绿;黄\n 白 ,', ['红', '蓝', '绿', '黄', '白']],
    [listColumn('字典值'), ' "甲、乙" ，丙；"a""b;c"', ['甲、乙', '丙', 'a"b;c']],
    [listColumn('字典值'), '12"屏、"引号、13" 屏', ['12"屏', '"引号', '13" 屏']],
  ])('%o takes %o as %o', (column, cell, value) => {
    expect(column.parse(cell)).toEqual({ value })
  })
  it.each([
    [textColumn('编号'), 110101199001011230, /文本格式/],
    [textColumn('词语', 3), '四个字词', /不能超过 3 个字/],
    [phoneColumn('电话'), '不详', /应为电话号码/],
    [phoneColumn('电话'), 1.38e17, /文本格式/],
    [integerColumn('份数'), 1.5, /应为整数/],
    [integerColumn('份数'), '1.2万', /应为整数/],
    [integerColumn('份数', { min: 1 }), 0, /不能小于 1/],
    [integerColumn('份数', { max: 9 }), 10, /不能大于 9/],
    [decimalColumn('净值'), '12%', /应为数字/],
    [decimalColumn('净值', { places: 2 }), 1.005, /最多保留 2 位小数/],
    [dateColumn('日期'), '2026-02-31', /应为日期/],
    [dateColumn('日期'), '明天', /应为日期/],
    [dateColumn('日期'), -1, /应为日期/],
    [dateColumn('日期'), true, /应为日期/],
    [choiceColumn('状态', { 启用: 1, 停用: 0 }), '是', /应为启用、停用之一/],
    [required(textColumn('词语')), ' ', /不能为空/],
    [required(integerColumn('份数')), null, /不能为空/],
  ])('%o refuses %o', (column, cell, problem) => {
    expect(column.parse(cell)).toEqual({ problem: expect.stringMatching(problem) })
  })
})
