import { expect, it } from 'vitest'
import { croppedName, readAsDataUrl, rotatedSize } from './crop.ts'

it('names the result after the file, with the ending of its type', () => {
  expect(croppedName('我的照片.JPG', 'image/png')).toBe('我的照片-裁剪.png')
  expect(croppedName('a.b.png', 'image/jpeg')).toBe('a.b-裁剪.jpg')
  expect(croppedName('.png', 'image/jpeg')).toBe('.png-裁剪.jpg')
})

it('swaps width and height with every quarter turn', () => {
  const image = { width: 300, height: 200 }
  expect([0, 90, 180, 270, -90].map((degrees) => rotatedSize(image, degrees).join('×'))).toEqual([
    '300×200',
    '200×300',
    '300×200',
    '200×300',
    '200×300',
  ])
})

it('reads files to data addresses', async () => {
  expect(await readAsDataUrl(new File(['a'], 'a.png', { type: 'image/png' }))).toBe('data:image/png;base64,YQ==')
})
