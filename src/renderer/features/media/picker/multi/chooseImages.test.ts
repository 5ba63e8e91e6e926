import { describe, expect, it } from 'vitest'
import { MULTI_EXTENSIONS, MULTI_LIMIT, MULTI_LIMIT_MB, addImages } from './chooseImages.ts'

const rule = { extensions: MULTI_EXTENSIONS, limitMb: MULTI_LIMIT_MB }
const image = (name: string, bytes = 10): File => new File([new Uint8Array(bytes)], name, { lastModified: 1 })
const many = (count: number, from = 0): File[] => Array.from({ length: count }, (_, i) => image(`${from + i}.png`))
const names = (files: readonly File[]): string[] => files.map(({ name }) => name)

describe('choosing several images', () => {
  it('takes jpg, jpeg and png, 50 of 1 M each [B-258] [B-259]', () => {
    const { files, problems } = addImages(
      [],
      [image('a.JPG'), image('b.jpeg'), image('c.png'), image('d.gif')],
      50,
      rule,
    )
    expect(names(files)).toEqual(['a.JPG', 'b.jpeg', 'c.png'])
    expect(problems).toEqual(['请上传 jpg,jpeg,png 的格式! 未选择：d.gif'])
    expect([MULTI_LIMIT, MULTI_LIMIT_MB]).toEqual([50, 1])
  })

  it('leaves out what is too large, and keeps the others [B-260]', () => {
    const { files, problems } = addImages([], [image('a.png'), image('大.png', 1024 * 1024 + 1)], 50, rule)
    expect(names(files)).toEqual(['a.png'])
    expect(problems).toEqual(['文件大小不能大于1M! 未选择：大.png'])
  })

  it('names some of very many that it leaves out, and how many they are', () => {
    const others = Array.from({ length: 3000 }, (_, i) => image(`${i}.psd`))
    expect(addImages([], others, 50, rule).problems).toEqual([
      '请上传 jpg,jpeg,png 的格式! 未选择：0.psd、1.psd、2.psd、3.psd、4.psd 等 3000 个文件',
    ])
  })

  it('takes none of a choice that goes over the limit, and reports it [B-261]', () => {
    expect(addImages([], many(51), 50, rule)).toEqual({
      files: [],
      problems: ['当前限制选择 50 个文件，本次选择了 51 个文件'],
    })
    expect(names(addImages(many(48), many(2, 100), 50, rule).files)).toHaveLength(50)
    expect(addImages(many(49), many(2, 100), 50, rule).files).toHaveLength(49)
    // Those that are left out anyway don't count.
    expect(addImages(many(49), [image('a.png'), image('b.gif')], 50, rule).files).toHaveLength(50)
  })

  it('takes the same file once', () => {
    expect(addImages(many(3), many(4), 50, rule).files).toHaveLength(4)
    expect(addImages([], [...many(3), ...many(4)], 50, rule).files).toHaveLength(4)
  })
})
