import { describe, expect, it } from 'vitest'
import { checkAddress } from './webAddress.ts'

const problem = (typed: string): unknown => Reflect.get(checkAddress(typed, 'image'), 'problem')

describe('a web address', () => {
  it('is taken as it stands, named by its last part [B-128]', () => {
    expect(checkAddress(' https://cdn.example.com/a/%E5%9B%BE.JPG?w=100 ', 'image')).toEqual({
      chosen: { src: 'https://cdn.example.com/a/%E5%9B%BE.JPG?w=100', name: '图.JPG' },
      doubt: '',
    })
  })

  it('is refused with the reason', () => {
    expect(problem('  ')).toBe('请输入网络地址')
    expect(problem('https://exa mple.com/a.png')).toContain('空格')
    for (const typed of ['a.png', '//example.com/a.png', 'ftp://example.com/a.png', 'javascript:alert(1)', 'https://'])
      expect(problem(typed), typed).toContain('以 http:// 或 https:// 开头')
    expect(problem('https://me:secret@example.com/a.png')).toContain('密码')
    expect(problem(`https://example.com/${'a'.repeat(2000)}`)).toContain('2000')
  })

  it('of another ending is doubted, not refused', () => {
    expect(checkAddress('https://example.com/photo', 'image')).toMatchObject({
      chosen: { name: 'photo' },
      doubt: expect.stringContaining('请确认该地址是图片的地址'),
    })
    expect(checkAddress('https://example.com/a.pdf', 'video')).toMatchObject({ doubt: expect.stringContaining('视频') })
    expect(checkAddress('https://example.com/a.pdf', 'file')).toMatchObject({ doubt: '' })
  })
})
