import { expect, it } from 'vitest'
import { toImageHostUrl } from './webPictures.ts'

it.each([
  [
    'http://mmbiz.qpic.cn/mmbiz_png/abc/640?wx_fmt=png&tp=webp#imgIndex=1',
    'https://mmbiz.qpic.cn/mmbiz_png/abc/640?wx_fmt=png',
  ],
  ['//mmbiz.qpic.cn/sz_mmbiz_jpg/x/0?wx_fmt=jpeg', 'https://mmbiz.qpic.cn/sz_mmbiz_jpg/x/0?wx_fmt=jpeg'],
  ['https://img.xiumi.us/xmi/ua/1.jpg', 'https://img.xiumi.us/xmi/ua/1.jpg'],
  ['https://IMAGE2.135EDITOR.com/a.png', 'https://image2.135editor.com/a.png'],
])('%s is taken over', (address, from) => {
  expect(toImageHostUrl(address)).toBe(from)
})

it.each([
  'https://qpic.cn.evil.com/a.png',
  'https://evilqpic.cn/a.png',
  'https://mmbiz.qpic.cn@evil.com/a.png',
  'https://user:secret@mmbiz.qpic.cn/a.png',
  'https://mmbiz.qpic.cn:8443/a.png',
  'https://127.0.0.1/qpic.cn',
  'https://evil.com\\@mmbiz.qpic.cn/a.png',
  'https://evil.com#@mmbiz.qpic.cn/a.png',
  'https:/mmbiz.qpic.cn/a.png',
  'https://mmbiz.qpic.cn/a b.png',
  'ftp://mmbiz.qpic.cn/a.png',
  'file:///qpic.cn',
  '/files/2026/a.png',
  'data:image/png;base64,AAAA',
  '',
])('%s is left alone', (address) => {
  expect(toImageHostUrl(address)).toBeNull()
})
