import { describe, expect, it } from 'vitest'
import { mediaItem, mediaItemForm } from '#shared/contract/mediaItem.ts'
import { editItem, itemOf, keysOf, moveItem, nameOf, picturesOf, titleOf, addChosen, removeItem } from './items.ts'

const list = addChosen(
  [],
  ['a', 'b', 'c'].map((name) => ({ src: `/files/${name}.png`, name: `${name}.png` })),
)
const titles = (items: readonly { title: string }[]): string => items.map(({ title }) => title).join('')

describe('the items of a group', () => {
  it('begin with the name of the file and have every property of the documents [B-169]', () => {
    expect(mediaItem.parse(list[0])).toEqual({
      sort: 1,
      src: '/files/a.png',
      title: 'a',
      subTitle: '',
      note: '',
      link: '',
      index: '',
      target: '_self',
      nofollow: false,
    })
    expect(itemOf({ src: '/x', name: '.htaccess' }).title).toBe('.htaccess')
    expect(itemOf({ src: '/x', name: `${'长'.repeat(300)}.pdf` }).title).toHaveLength(254)
  })

  it('keep sort numbers that follow their places, and hold no file twice', () => {
    expect(titles(moveItem(list, 0, 2))).toBe('bca')
    expect(moveItem(list, 2, 0).map(({ sort }) => sort)).toEqual([1, 2, 3])
    expect(moveItem(list, 0, 3)).toEqual(list)
    expect(moveItem(list, 0, -1)).toEqual(list)
    expect(removeItem(list, 1).map(({ sort, title }) => `${sort}${title}`)).toEqual(['1a', '2c'])
    expect(titles(addChosen(list, [{ src: '/files/b.png', name: 'b.png' }]))).toBe('abc')
    const form = mediaItemForm.parse({ ...list[1], title: 'B', target: '_blank' })
    expect(editItem(list, 1, form)[1]).toMatchObject({ sort: 2, title: 'B', target: '_blank' })
  })

  it('have keys that differ even for the same file', () => {
    const [a] = list
    if (!a) throw new Error('there are three')
    expect(new Set(keysOf([a, a, ...list])).size).toBe(5)
  })

  it('are named by their title, or by their address', () => {
    expect(titleOf({ title: '', src: 'https://example.com/a/%E5%9B%BE.png?w=1' })).toBe('图.png')
    expect(nameOf('https://example.com/%E5.png')).toBe('%E5.png')
    expect(nameOf('/')).toBe('/')
    expect(picturesOf('/files/a/b.png')).toEqual(['/thumbs/a/b.png', '/files/a/b.png'])
    expect(picturesOf('https://example.com/a.png')).toEqual([])
  })
})

describe('the rules of an item', () => {
  const issue = (patch: object): string | undefined =>
    mediaItemForm.safeParse({ src: '/files/a.png', ...patch }).error?.issues[0]?.message

  it('take links that a browser opens, and no scripts [B-130]', () => {
    for (const link of ['', '/news', '#top', 'https://example.com/a', 'mailto:a@b.cn', 'tel:110'])
      expect(issue({ link })).toBeUndefined()
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'https://', 'example.com'])
      expect(issue({ link })).toContain('链接应以')
    for (const src of ['javascript:alert(1)', 'files/a.png', 'data:image/png;base64,x'])
      expect(issue({ src })).toContain('地址应以')
    expect(issue({ src: '' })).toBe('请选择文件')
    expect(issue({ target: '_top' })).toBe('请选择打开方式')
    expect(issue({ title: '长'.repeat(255) })).toBe('标题不能超过 254 个字')
  })
})
