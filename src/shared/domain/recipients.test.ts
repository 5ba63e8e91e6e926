import { describe, expect, it } from 'vitest'
import { recipientList } from '../contract/recipients.ts'
import {
  hasSeveralRecipients,
  recipientProblem,
  splitRecipients,
  addRecipients,
  findInvalidRecipients,
} from './recipients.ts'

describe('a text of recipients', () => {
  it('is split on vertical bars, and on the separators of pasted texts [B-246]', () => {
    expect(splitRecipients('a@b.cn|c@d.cn｜ e@f.cn ||', 'email')).toEqual(['a@b.cn', 'c@d.cn', 'e@f.cn'])
    expect(splitRecipients('a@b.cn\r\nc@d.cn\te@f.cn; g@h.cn，i@j.cn、k@l.cn', 'email')).toHaveLength(6)
    expect(splitRecipients('a@b.cn c@d.cn', 'email')).toEqual(['a@b.cn', 'c@d.cn'])
    expect(splitRecipients(' | ', 'email')).toEqual([])
    expect(['a@b.cn', ' a@b.cn \n', 'a|b', 'a\nb'].map(hasSeveralRecipients)).toEqual([false, false, true, true])
  })
  it('may have names around the addresses, and keeps what is none as it is', () => {
    const copied = '张三 <zhang.san@example.com>; "Li, Ting" <li@example.com>'
    expect(splitRecipients(copied, 'email')).toEqual(['zhang.san@example.com', '"Li', 'li@example.com'])
    expect(splitRecipients('no address', 'email')).toEqual(['no address'])
  })
  it('holds numbers of phones in any spelling', () => {
    const texts = '138 0013 8000|+86-13800138001|008613800138002|(0755)1234'
    expect(splitRecipients(texts, 'phone')).toEqual(['13800138000', '13800138001', '13800138002', '07551234'])
  })
})

describe('a list of recipients', () => {
  it('keeps each recipient once, ignoring case', () => {
    const { list, repeated } = addRecipients(['a@b.cn'], ['A@B.cn', 'c@d.cn', 'c@D.cn'])
    expect(list).toEqual(['a@b.cn', 'c@d.cn'])
    expect(repeated).toEqual(['A@B.cn', 'c@D.cn'])
  })
  it('names what can’t be sent to', () => {
    expect(findInvalidRecipients(['a@b.cn', 'a@b', '甲@乙.cn'], 'email')).toEqual(['a@b', '甲@乙.cn'])
    expect(findInvalidRecipients(['13800138000', '12345', '02112345678'], 'phone')).toEqual(['12345', '02112345678'])
    expect(recipientProblem(['a@b.cn'], 'email')).toBe('')
    expect(recipientProblem(['x', 'y'], 'email')).toBe('邮箱格式有误：x、y')
    const many = Array.from({ length: 12 }, (_, at) => String(at))
    expect(recipientProblem(many, 'phone')).toBe('手机号格式有误：0、1、2、3、4等 12 个')
  })
  it('is a rule of a form', () => {
    const rule = recipientList('email', '请输入收件人')
    const said = (value: unknown) => rule.safeParse(value).error?.issues.map(({ message }) => message)
    expect(said([])).toEqual(['请输入收件人'])
    expect(said(undefined)).toEqual(['请输入收件人'])
    expect(said(['a@b.cn', 'x'])).toEqual(['邮箱格式有误：x'])
    expect(said(['a@b.cn'])).toBeUndefined()
  })
})

it('keeps an address with a Chinese domain once, in either notation', () => {
  expect(addRecipients(['A@例子.中国'], ['a@xn--fsqu00a.xn--fiqs8s', 'b@xn--fsqu00a.xn--fiqs8s'])).toEqual({
    list: ['A@例子.中国', 'b@xn--fsqu00a.xn--fiqs8s'],
    repeated: ['a@xn--fsqu00a.xn--fiqs8s'],
  })
})
